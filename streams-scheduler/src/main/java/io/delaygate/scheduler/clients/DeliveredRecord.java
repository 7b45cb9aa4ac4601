package io.delaygate.scheduler.clients;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Parser of the job id in the headers of a record that is sent to a target. */
final class DeliveredRecord {
  private DeliveredRecord() {}

  /** Job that the record delivers; null for a dead letter or any other record. */
  static @Nullable JobId job(Headers headers) {
    var id = headers.lastHeader(DelayHeader.JOB_ID);
    return id == null || id.value() == null || headers.lastHeader("delay-reason") != null
        ? null
        : JobId.parse(id.value()).orElse(null);
  }
}
