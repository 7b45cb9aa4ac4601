package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.outcome.JobView;
import io.delaygate.gateway.outcome.ReplyAddress;
import io.delaygate.gateway.schedulers.PayloadView;
import io.delaygate.schemas.contract.DelayHeader;

/** A job as its worker gets it: what the scheduler says of it, and its payload. */
final class HeldJson {
  private HeldJson() {}

  static ObjectNode of(Held held) {
    var view = held.view().deepCopy();
    view.put("queue", held.queue());
    view.remove("target");
    view.remove("state");
    view.put("lease", held.claim());
    var headers = view.putArray("headers");
    for (var header : held.job().record().headers()) {
      if (!DelayHeader.isControl(header.key()) && !header.key().equals(ReplyAddress.HEADER)) {
        var shown = headers.addObject().put("name", header.key());
        PayloadView.bytes(shown, "value", header.value());
      }
    }
    PayloadView.bytes(view, "value", held.job().record().value());
    return JobView.withIsoTimes(view);
  }
}
