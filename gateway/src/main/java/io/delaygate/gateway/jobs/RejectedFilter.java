package io.delaygate.gateway.jobs;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Filter of the rejected commands of one namespace.
 *
 * @param namespace of the commands
 * @param reason why they were rejected; null for any
 * @param idPrefix what their ids begin with, without the namespace; empty for any
 * @param fromMs earliest time of the rejection, epoch milliseconds; null for any
 * @param toMs the time that it was before; null for any
 */
record RejectedFilter(
    String namespace,
    @Nullable ReasonCode reason,
    String idPrefix,
    @Nullable Long fromMs,
    @Nullable Long toMs) {

  /** The filter that takes all commands of a namespace. */
  static RejectedFilter all(String namespace) {
    return new RejectedFilter(namespace, null, "", null, null);
  }

  /** Whether it takes the command. Commands of other namespaces never. */
  boolean takes(RejectedCommand command) {
    var ms = command.rejectedMs();
    return command.isOf(namespace)
        && (reason == null || command.reason().equals(reason.name()))
        && (fromMs == null || ms >= fromMs)
        && (toMs == null || ms < toMs)
        && (idPrefix.isEmpty() || hasPrefix(command.id()));
  }

  private boolean hasPrefix(byte @Nullable [] id) {
    if (id == null) {
      return false;
    }
    var prefix = (JobId.prefix(namespace) + idPrefix).getBytes(StandardCharsets.UTF_8);
    for (var i = 0; i < prefix.length; i++) {
      if (i == id.length || id[i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  /** The filter for people. */
  String inWords() {
    var words = new StringJoiner(" ").setEmptyValue("all");
    Optional.ofNullable(reason).ifPresent(it -> words.add("reason=" + it));
    Optional.ofNullable(fromMs).ifPresent(it -> words.add("rejectedFromMs=" + it));
    Optional.ofNullable(toMs).ifPresent(it -> words.add("rejectedToMs=" + it));
    if (!idPrefix.isEmpty()) {
      words.add("idPrefix=" + idPrefix);
    }
    return words.toString();
  }

  /** The filter as text, which differs from that of every other filter. */
  String text() {
    return "%s\n%s\n%s\n%s\n%s".formatted(namespace, reason, fromMs, toMs, idPrefix);
  }
}
