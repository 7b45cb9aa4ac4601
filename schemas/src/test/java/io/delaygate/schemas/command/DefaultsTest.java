package io.delaygate.schemas.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Backoff;
import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.OnExpiry;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.schemas.topics.TopicNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of a target's default policy: it applies to each part that a job leaves out. */
class DefaultsTest {
  private static final RetryPolicy RETRY =
      new RetryPolicy(9, 500, LeaseStart.RESERVE, new Backoff(30, 1, 30, 0));

  private static final Policy DEFAULTS = new Policy(2, OnExpiry.DEAD_LETTER, "letters", RETRY);

  @Test
  void areOfTheJobThatSaysNothing() {
    assertThat(policy()).isEqualTo(DEFAULTS);
  }

  @Test
  void giveWayToEachThingThatTheJobSays() {
    // When
    var policy =
        policy("delay-priority", "7", "delay-on-expiry", "drop", "delay-max-attempts", "3");

    // Then
    var retry = new RetryPolicy(3, RETRY.leaseMs(), RETRY.leaseStart(), RETRY.backoff());
    assertThat(policy).isEqualTo(new Policy(7, OnExpiry.DROP, "letters", retry));
  }

  @Test
  void doNotMakeAJobAcknowledgedThatRefusesIt() {
    assertThat(policy("delay-ack", "false").retry()).isNull();
    assertThat(
            ((ParsedCommand.Refused) parse("delay-ack", "false", "delay-lease-ms", "1"))
                .refusal()
                .reason())
        .isEqualTo(ReasonCode.HEADER_MISPLACED);
  }

  @ParameterizedTest
  @CsvSource({
    "delay-backoff-jitter, 0.5, 30/1.0/30/0.5",
    "delay-backoff-initial-ms, 40, 40/1.0/40/0.0",
    "delay-backoff, fixed, 30/1.0/30/0.0",
    "delay-backoff, exponential, 1000/2.0/3600000/0.2",
  })
  void keepTheKindOfWaitsUnlessTheJobWantsTheOther(String header, String text, String expected) {
    // When
    var backoff = Objects.requireNonNull(policy(header, text).retry()).backoff();

    // Then
    assertThat(
            "%d/%s/%d/%s"
                .formatted(
                    backoff.initialMs(), backoff.factor(), backoff.maxMs(), backoff.jitter()))
        .isEqualTo(expected);
  }

  private static Policy policy(String... headers) {
    var understood = (ParsedCommand.Understood) parse(headers);
    return ((Command.Schedule) understood.command()).policy();
  }

  private static ParsedCommand parse(String... given) {
    var headers =
        new ArrayList<>(List.of(header("delay-target-topic", "orders"), header("delay-ms", "1")));
    for (var i = 0; i < given.length; i += 2) {
      headers.add(header(given[i], given[i + 1]));
    }
    var parser =
        new CommandParser(
            TopicNames.prefixed(""), topic -> topic.equals("orders") ? DEFAULTS : Policy.USUAL);
    return parser.parse(new CommandRecord("a".getBytes(UTF_8), null, headers, 0, 0), 0);
  }

  private static Header header(String name, String text) {
    return new RecordHeader(name, text.getBytes(UTF_8));
  }
}
