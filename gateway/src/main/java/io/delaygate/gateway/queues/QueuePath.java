package io.delaygate.gateway.queues;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.PercentEncoding;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/** Parser of the queues in {@code /v1/queues/{queue}}, from the raw path; they need not exist. */
public final class QueuePath {
  /** Prefix of the paths of queues. */
  public static final String PREFIX = "/v1/queues/";

  /** Most queues that a call may name; the call looks at each while it waits. */
  public static final int MOST = 20;

  private static final String FIELD = "queue";

  private final TopicNames names;

  /** Creates a parser for the queues of that installation. */
  public QueuePath(TopicNames names) {
    this.names = names;
  }

  /**
   * The queue that the path names.
   *
   * @throws ProblemException 400 if the name is not valid
   */
  public QueueDispatcher.Queue queue(Context ctx) {
    return queue(ctx, text(ctx));
  }

  /**
   * The queues that the path names, separated by commas, in their order.
   *
   * @throws ProblemException 400 if a name is not valid or is there twice, or they are too many
   */
  public List<QueueDispatcher.Queue> queues(Context ctx) {
    var texts = text(ctx).split(",", -1);
    if (texts.length > MOST) {
      throw QueryParameters.invalid(FIELD, "a call may name %d queues".formatted(MOST));
    }
    if (new HashSet<>(Arrays.asList(texts)).size() < texts.length) {
      throw QueryParameters.invalid(FIELD, "a queue is named twice");
    }
    return Arrays.stream(texts).map(name -> queue(ctx, name)).toList();
  }

  private QueueDispatcher.Queue queue(Context ctx, String name) {
    return names
        .queue(AccessGuard.caller(ctx).namespace(), name)
        .map(topic -> new QueueDispatcher.Queue(name, topic))
        .orElseThrow(
            () ->
                QueryParameters.invalid(
                    FIELD, "a queue's name has 1 to 255 letters, digits, '-' and '_'"));
  }

  /**
   * The decoded queue or queues. Also runs before routing, as the router fails on some paths that
   * are not properly encoded.
   */
  public static String text(Context ctx) {
    return PercentEncoding.segment(ctx, PREFIX)
        .orElseThrow(
            () -> QueryParameters.invalid(FIELD, "the queue is not valid percent-encoded UTF-8"));
  }
}
