package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.gateway.outcome.ReplyAddress;
import io.delaygate.gateway.schedulers.PayloadJson;
import io.delaygate.schemas.contract.DelayHeader;

/** JSON of a reserved job for its worker: the scheduler's view, and the payload. */
final class LeasedJobJson {
  private LeasedJobJson() {}

  static ObjectNode of(LeasedJob held) {
    var view = held.view().deepCopy();
    view.put("queue", held.queue());
    view.remove("target");
    view.remove("state");
    view.put("lease", held.claim());
    var headers = view.putArray("headers");
    for (var header : held.job().record().headers()) {
      if (!DelayHeader.isControl(header.key()) && !header.key().equals(ReplyAddress.HEADER)) {
        var shown = headers.addObject().put("name", header.key());
        PayloadJson.bytes(shown, "value", header.value());
      }
    }
    PayloadJson.bytes(view, "value", held.job().record().value());
    return CallerJobView.withIsoTimes(view);
  }
}
