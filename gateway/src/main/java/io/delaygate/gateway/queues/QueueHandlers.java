package io.delaygate.gateway.queues;

/** Handlers of the calls about queues of one installation. */
public record QueueHandlers(
    QueueCatalog catalog,
    ReserveHandler reserve,
    AttemptFeedbackHandler feedback,
    RequestResultHandler request,
    QueueBulkHandler bulk,
    QueueStatsHandler counts,
    PeekHandler peek) {}
