package io.delaygate.gateway.health;

import static io.delaygate.schemas.contract.ReasonCode.ATTEMPTS_EXHAUSTED;
import static io.delaygate.schemas.contract.ReasonCode.BURIED;
import static io.delaygate.schemas.contract.ReasonCode.ENDPOINT_UNKNOWN;
import static io.delaygate.schemas.contract.ReasonCode.RECORD_TOO_LARGE;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_FORBIDDEN;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_KEY_REQUIRED;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_NO_LEADER;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_PARTITION_UNKNOWN;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_REFUSED;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_REPLICAS_TOO_FEW;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_TIMED_OUT;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_TIMESTAMP_REFUSED;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_UNAVAILABLE;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_UNCHECKED;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_UNKNOWN;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_UNWRITABLE;

import io.delaygate.schemas.contract.ReasonCode;
import java.util.List;
import java.util.Optional;

/** Tables of remedies by the reason of a fault; the runbook has the same. */
public final class ReasonRemedies {
  /** Remedies by the reason why a target takes no records. */
  public static final List<Row> OF_TARGETS =
      List.of(
          row("Create the topic, or add partitions.", TARGET_UNKNOWN, TARGET_PARTITION_UNKNOWN),
          row("PUT the endpoint again, or cancel its jobs.", ENDPOINT_UNKNOWN),
          row("Grant the scheduler WRITE on the topic.", TARGET_UNWRITABLE),
          row(
              "Change the setting `target.allow` or `target.deny`, which excludes the topic.",
              TARGET_FORBIDDEN),
          row(
              "Look at the brokers that hold the partition.",
              TARGET_NO_LEADER,
              TARGET_REPLICAS_TOO_FEW,
              TARGET_TIMED_OUT),
          row(
              "Correct the clocks, or the topic's `message.timestamp.*` settings.",
              TARGET_TIMESTAMP_REFUSED),
          row("Read the error text, which is the broker's.", TARGET_REFUSED),
          row(
              "Look at the brokers: they do not answer questions about the topic.",
              TARGET_UNCHECKED));

  /** Remedies by the reason why jobs became dead letters. */
  public static final List<Row> OF_DEAD_LETTERS =
      List.of(
          row(
              "Repair the target: it took no records for `target.park.max.ms`, and the text has the"
                  + " last reason.",
              TARGET_UNAVAILABLE),
          row("Look at the workers: they fail.", ATTEMPTS_EXHAUSTED, BURIED),
          row(
              "Raise the target's `max.message.bytes`, which was lowered, or send less.",
              RECORD_TOO_LARGE),
          row(
              "Give the jobs a key, or make the target a topic that is not compacted.",
              TARGET_KEY_REQUIRED),
          row("Read the text, which is that of the broker that refused twice.", TARGET_REFUSED));

  private ReasonRemedies() {}

  /** Remedy for faults with these reasons. */
  public record Row(List<ReasonCode> reasons, String remedy) {}

  private static Row row(String remedy, ReasonCode... reasons) {
    return new Row(List.of(reasons), remedy);
  }

  /** The remedy of a reason; empty for one that has none of its own. */
  static Optional<String> find(List<Row> table, String reason) {
    return table.stream()
        .filter(row -> row.reasons().stream().anyMatch(code -> code.name().equals(reason)))
        .map(Row::remedy)
        .findFirst();
  }
}
