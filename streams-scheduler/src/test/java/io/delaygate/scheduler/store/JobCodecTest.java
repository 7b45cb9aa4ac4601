package io.delaygate.scheduler.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.RetryPolicy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobCodecTest {
  private static final int HEAD = 35;
  private static final long SEED = 11;

  static Set<String> samples() {
    return SampleJobs.BY_NAME.keySet();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aJobIsReadAsItWasWritten(String sample) {
    // Given
    var job = sample(sample);

    // When
    var read = JobCodec.decode(job.id(), JobCodec.encode(job));

    // Then
    assertThat(read).usingRecursiveComparison().isEqualTo(job);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void peeksAgreeWithTheWholeJob(String sample) {
    // Given
    var job = sample(sample);

    // When
    var stored = JobCodec.encode(job);

    // Then
    assertThat(JobCodec.state(stored)).isEqualTo(job.state());
    assertThat(JobCodec.priority(stored)).isEqualTo((byte) job.policy().priority());
    assertThat(JobCodec.wakeMs(stored)).isEqualTo(job.times().wakeMs());
    assertThat(JobCodec.dueMs(stored)).isEqualTo(job.times().dueMs());
    assertThat(JobCodec.targetTopic(stored))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(job.target().topic());
    var partition = job.target().partition();
    assertThat(JobCodec.targetPartition(stored)).isEqualTo(partition == null ? 0 : partition + 1);
  }

  /** The version before reads 65,535 in this place, and would refuse a zero. */
  @Test
  void attemptsWithoutALimitHaveTheirGreatestNumberInTheirPlaceAndAFlag() {
    // Given
    var job = sample("acknowledged");
    var most = withMaxAttempts(job, RetryPolicy.MOST_ATTEMPTS);

    // When
    var unlimited = JobCodec.encode(withMaxAttempts(job, RetryPolicy.UNLIMITED));

    // Then
    var read = Objects.requireNonNull(JobCodec.decode(job.id(), unlimited).policy().retry());
    assertThat(read.maxAttempts()).isEqualTo(RetryPolicy.UNLIMITED);
    var greatest = JobCodec.encode(most);
    assertThat(unlimited).hasSameSizeAs(greatest);
    var different =
        IntStream.range(0, greatest.length).filter(i -> unlimited[i] != greatest[i]).toArray();
    assertThat(different).hasSize(1);
    assertThat(unlimited[different[0]] - greatest[different[0]]).isEqualTo(64);
  }

  private static Job withMaxAttempts(Job job, int most) {
    return new Job(
        job.id(),
        job.state(),
        job.version(),
        job.times(),
        job.target(),
        job.payload(),
        job.policy().withMaxAttempts(most),
        job.attempts(),
        job.death(),
        job.waiting(),
        job.leads(),
        job.changes());
  }

  @Test
  void nullAndEmptyFieldsAreToldApart() {
    // Given
    var nulls = sample("minimal");
    var empties = sample("empty-fields");

    // When
    var readNulls = JobCodec.decode(nulls.id(), JobCodec.encode(nulls));
    var readEmpties = JobCodec.decode(empties.id(), JobCodec.encode(empties));

    // Then
    assertThat(readNulls.target().key()).isNull();
    assertThat(readNulls.target().partition()).isNull();
    assertThat(readNulls.payload().value()).isNull();
    assertThat(readEmpties.target().key()).isEmpty();
    assertThat(readEmpties.target().partition()).isEqualTo(0);
    assertThat(readEmpties.payload().value()).isEmpty();
    assertThat(readEmpties.payload().headers().get(0).value()).isEmpty();
  }

  @Test
  void timesStandBigEndianAtFixedPlaces() {
    // Given
    var job = sample("parked");

    // When
    var stored = JobCodec.encode(job);

    // Then
    assertThat(stored).startsWith(3, JobState.PARKED.code(), 5);
    assertThat(Arrays.copyOfRange(stored, 3, 11))
        .asHexString()
        .isEqualTo("%016X".formatted(job.times().wakeMs()));
    assertThat(Arrays.copyOfRange(stored, 11, 19))
        .asHexString()
        .isEqualTo("%016X".formatted(job.times().dueMs()));
  }

  @ParameterizedTest
  @ValueSource(bytes = {0, 1, 2, JobCodec.FORMAT + 1, 127, -1})
  void anotherFormatIsNotRead(byte format) {
    // Given
    var stored = JobCodec.encode(sample("full"));
    stored[0] = format;

    // When
    assertThatIllegalStateException()
        .isThrownBy(() -> JobCodec.decode(SampleJobs.ID, stored))
        // Then
        .withMessageContaining("format " + format);
    assertThatIllegalStateException().isThrownBy(() -> JobCodec.state(stored));
  }

  @Test
  void anUnknownStateIsNotRead() {
    // Given
    var stored = JobCodec.encode(sample("full"));
    stored[1] = 6;

    // When
    assertThatIllegalStateException()
        .isThrownBy(() -> JobCodec.decode(SampleJobs.ID, stored))
        // Then
        .withMessageContaining("state code 6");
  }

  @ParameterizedTest
  @MethodSource("samples")
  void bytesThatEndTooEarlyAreNotRead(String sample) {
    // Given
    var stored = JobCodec.encode(sample(sample));
    var step = Math.max(1, stored.length / 500);

    for (var length = 0; length < stored.length; length += length < HEAD ? 1 : step) {
      // When
      var cut = Arrays.copyOf(stored, length);

      // Then
      assertThatIllegalStateException()
          .as("%d of %d bytes", length, stored.length)
          .isThrownBy(() -> JobCodec.decode(SampleJobs.ID, cut));
    }
  }

  @Test
  void bytesAfterTheEndAreNotRead() {
    // Given
    var stored = JobCodec.encode(sample("full"));

    // When
    var longer = Arrays.copyOf(stored, stored.length + 1);

    // Then
    assertThatIllegalStateException()
        .isThrownBy(() -> JobCodec.decode(SampleJobs.ID, longer))
        .withMessageContaining("damaged");
  }

  @Test
  void damagedBytesAreReadOrRefusedAsDamaged() {
    // Given
    var random = new Random(SEED);
    var intact = JobCodec.encode(sample("full"));

    for (var i = 0; i < 20_000; i++) {
      var damaged = intact.clone();
      damaged[HEAD + random.nextInt(intact.length - HEAD)] = (byte) random.nextInt();
      damaged[HEAD + random.nextInt(intact.length - HEAD)] = (byte) random.nextInt();

      // When
      assertThatCode(() -> decodeOrRefuse(damaged))
          // Then
          .as("seed %d, bytes %d", SEED, i)
          .doesNotThrowAnyException();
    }
  }

  private static void decodeOrRefuse(byte[] stored) {
    try {
      assertThat(JobCodec.decode(SampleJobs.ID, stored)).isNotNull();
    } catch (IllegalStateException damaged) {
      assertThat(damaged).hasMessageContaining("stored job");
    }
  }

  private static Job sample(String name) {
    return SampleJobs.get(name);
  }
}
