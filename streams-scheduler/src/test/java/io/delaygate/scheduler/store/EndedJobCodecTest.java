package io.delaygate.scheduler.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Attempt;
import io.delaygate.schemas.job.AttemptEnd;
import io.delaygate.schemas.job.Attempts;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobChanges;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndedJobCodecTest {
  private static final JobId ID = new JobId("a");
  private static final EndedJob DEAD =
      new EndedJob(
          ID,
          EndState.DEAD,
          3,
          1,
          2,
          4,
          "o",
          ReasonCode.TARGET_UNAVAILABLE,
          Attempts.NONE,
          null,
          JobChanges.NONE);

  /** Stored bytes of format 2, which every later version must read. */
  private static final String STORED =
      "8204"
          + "0000000000000003"
          + "0000000000000001"
          + "0000000000000002"
          + "0000000000000004"
          + "016f"
          + "125441524745545f554e415641494c41424c45";

  @ParameterizedTest
  @EnumSource(EndState.class)
  void whatIsWrittenIsReadAgain(EndState state) {
    // Given
    var reason = state == EndState.DEAD ? ReasonCode.RECORD_TOO_LARGE : null;
    var topic = "t".repeat(249);
    var job =
        new EndedJob(
            ID,
            state,
            Long.MAX_VALUE,
            0,
            Long.MAX_VALUE,
            9,
            topic,
            reason,
            Attempts.NONE,
            null,
            JobChanges.NONE);

    // When
    var again = EndedJobCodec.decode(ID, EndedJobCodec.encode(job));

    // Then
    assertThat(again).isEqualTo(job);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 249, 255, 256, 600})
  void aTopicMayBeAsLongAsAQueueHasIt(int length) {
    // Given
    var reason = ReasonCode.TARGET_UNAVAILABLE;
    var topic = "t".repeat(length);
    var job =
        new EndedJob(
            ID, EndState.DEAD, 3, 1, 2, 4, topic, reason, Attempts.NONE, null, JobChanges.NONE);

    // When
    var stored = EndedJobCodec.encode(job);

    // Then
    assertThat(stored[0] & 0x7F).isEqualTo(length < 256 ? 2 : 3);
    assertThat(EndedJobCodec.decode(ID, stored)).isEqualTo(job);
  }

  @Test
  void bytesOnceReleasedAreReadForEver() {
    assertThat(EndedJobCodec.decode(ID, HexFormat.of().parseHex(STORED))).isEqualTo(DEAD);
  }

  @Test
  void attemptsAndResultAreKept() {
    // Given
    var done = EndedJob.of(SampleJobs.get("reserved"), EndState.DONE, new byte[1024], 77);

    // When
    var again = EndedJobCodec.decode(SampleJobs.ID, EndedJobCodec.encode(done));

    // Then
    assertThat(again).usingRecursiveComparison().isEqualTo(done);
    assertThat(again.attempts().log()).extracting(Attempt::end).endsWith(AttemptEnd.FINISHED);
  }

  @Test
  void bytesBehindTheEndAreDamage() {
    // Given
    var done = EndedJob.of(SampleJobs.get("reserved"), EndState.DONE, new byte[9], 77);
    var stored = EndedJobCodec.encode(done);

    // Then
    for (var length : new int[] {stored.length - 1, stored.length + 1}) {
      assertThatThrownBy(() -> EndedJobCodec.decode(ID, Arrays.copyOf(stored, length)))
          .hasMessageContaining("damaged");
    }
  }

  @Test
  void pendingAndEndedJobsAreToldApart() {
    assertThat(KnownJobCodec.decode(ID, EndedJobCodec.encode(DEAD))).isEqualTo(DEAD);
    for (var name : GoldenFiles.names()) {
      assertThat(KnownJobCodec.decode(SampleJobs.ID, GoldenFiles.read(name)))
          .isInstanceOf(Job.class);
    }
  }

  @Test
  void damageAndLaterFormatsAreNamed() {
    // Given
    var stored = EndedJobCodec.encode(DEAD);
    var later = stored.clone();
    later[0] = (byte) (0x80 | (EndedJobCodec.FORMAT + 1));

    // Then
    for (var length = 0; length < 36; length++) {
      var cut = Arrays.copyOf(stored, length);
      assertThatThrownBy(() -> EndedJobCodec.decode(ID, cut))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> EndedJobCodec.decode(ID, later)).hasMessageContaining("format 4");
  }
}
