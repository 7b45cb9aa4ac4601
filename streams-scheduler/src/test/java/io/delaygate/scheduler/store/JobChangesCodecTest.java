package io.delaygate.scheduler.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.Attempts;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.JobChange;
import io.delaygate.schemas.job.JobChanges;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobChangesCodecTest {
  private static final long CREATED_MS = 1_767_225_600_000L;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void randomChangesAreReadAsTheyWereWritten(long seed) throws IOException {
    // Given
    var random = new Random(seed);
    var changes = JobChanges.NONE;
    for (var left = random.nextInt(100); left > 0; left--) {
      changes = changes.and(random(random));
    }
    var attempts = random.nextBoolean() ? Attempts.NONE : SampleJobs.get("reserved").attempts();

    // When
    var read = again(new AttemptsCodec.Logged(attempts, changes));

    // Then
    assertThat(read.changes()).isEqualTo(changes);
    assertThat(read.attempts()).isEqualTo(attempts);
  }

  private static JobChange random(Random random) {
    var events = JobEvent.values();
    return new JobChange(
        random.nextInt(10) == 0 ? random.nextLong() : CREATED_MS + random.nextInt(),
        events[random.nextInt(events.length - 1)],
        new Actor("actor-" + random.nextInt(5)),
        random.nextInt(70_000),
        random.nextBoolean() ? null : "instance-" + random.nextInt(3));
  }

  @Test
  void theLongestNamesOfManyActorsLeaveOutChangesInTheMiddle() throws IOException {
    // Given
    var changes = JobChanges.NONE;
    for (var i = 0; i < JobChanges.MOST; i++) {
      var name = "%03d".formatted(i);
      changes =
          changes.and(
              new JobChange(
                  CREATED_MS + i,
                  JobEvent.RESCHEDULED,
                  new Actor(name + "a".repeat(Actor.BYTES - name.length())),
                  0,
                  name + "i".repeat(500)));
    }

    // When
    var read = again(new AttemptsCodec.Logged(Attempts.NONE, changes)).changes();

    // Then
    assertThat(read.omitted()).isPositive();
    assertThat(read.kept().size() + read.omitted()).isEqualTo(JobChanges.MOST);
    assertThat(read.kept().get(0).atMs()).isEqualTo(CREATED_MS);
    var last = read.kept().get(read.kept().size() - 1);
    assertThat(last.atMs()).isEqualTo(CREATED_MS + JobChanges.MOST - 1);
    assertThat(last.instance()).hasSize(Actor.BYTES);
  }

  /** A plain job must not pay for what it does not have. */
  @Test
  void aJobWithoutChangesTakesNoByte() {
    // Given
    var job = SampleJobs.get("minimal");
    var change = new JobChange(CREATED_MS, JobEvent.SCHEDULED, new Actor("ops"), 0, null);

    // When
    var plain = JobCodec.encode(job);
    var noted =
        JobCodec.encode(
            job.noting(new JobChange(CREATED_MS, JobEvent.SCHEDULED, Actor.KAFKA, 0, "one:8081")));
    var byCaller = JobCodec.encode(job.noting(change));

    // Then
    assertThat(noted).isEqualTo(plain);
    assertThat(byCaller.length - plain.length).isEqualTo(51);
  }

  @Test
  void anEarlierVersionReadsAJobWithChangesAndKeepsThem() throws IOException {
    // Given
    var job = SampleJobs.get("changed");
    var stored = bytes(new AttemptsCodec.Logged(job.attempts(), job.changes()), CREATED_MS);

    // When
    var rewritten = asAnEarlierVersion(stored);

    // Then
    var read =
        AttemptsCodec.read(new DataInputStream(new ByteArrayInputStream(rewritten)), CREATED_MS);
    assertThat(read.changes()).isEqualTo(job.changes());
    assertThat(read.attempts()).isEqualTo(job.attempts());
  }

  /** As commit 32b33b2 read and wrote attempts, which it did not look into. */
  private static byte[] asAnEarlierVersion(byte[] stored) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(stored));
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(in.readInt());
    out.writeLong(in.readLong());
    out.writeLong(in.readLong());
    var logged = in.readUnsignedByte();
    out.writeByte(logged);
    for (var i = 0; i < logged; i++) {
      out.writeInt(in.readInt());
      out.writeLong(in.readLong());
      out.writeLong(in.readLong());
      out.writeLong(in.readLong());
      var end = in.readByte();
      assertThat(end).as("an end that it knows").isBetween((byte) 0, (byte) 6);
      out.writeByte(end);
      var hasText = in.readBoolean();
      out.writeBoolean(hasText);
      if (hasText) {
        out.writeUTF(in.readUTF());
      }
    }
    assertThat(in.available()).as("bytes that it does not expect").isZero();
    return bytes.toByteArray();
  }

  /** The second row begins with bytes here that would be a valid length. */
  @Test
  void changesOfWhichAnEarlierVersionDroppedTheFirstAreUnknown() throws IOException {
    // Given
    var attempts = SampleJobs.get("reserved").attempts();
    var change = new JobChange(CREATED_MS, JobEvent.RESCHEDULED, new Actor("me"), 0, null);
    var changes = JobChanges.NONE;
    for (var i = 0; i < 12; i++) {
      changes = changes.and(change);
    }
    var stored = bytes(new AttemptsCodec.Logged(attempts, changes), CREATED_MS);

    // When
    var in = new DataInputStream(new ByteArrayInputStream(withoutFirstRow(stored)));
    var read = AttemptsCodec.read(in, CREATED_MS);

    // Then
    assertThat(read.changes()).isEqualTo(JobChanges.NONE);
    assertThat(read.attempts()).isEqualTo(attempts);
  }

  private static byte[] withoutFirstRow(byte[] stored) {
    var row = 4 + 3 * 8 + 1 + 1;
    var head = 4 + 8 + 8;
    var cut = new ByteArrayOutputStream();
    cut.write(stored, 0, head);
    cut.write(stored[head] - 1);
    cut.write(stored, head + 1 + row, stored.length - head - 1 - row);
    return cut.toByteArray();
  }

  @Test
  void anEndedJobSaysWhoScheduledAndEndedIt() {
    // Given
    var job = SampleJobs.get("by-a-caller");
    var by = new Actor("night-shift@shop");
    var ended =
        EndedJob.of(job, EndState.CANCELLED, CREATED_MS + 60_000)
            .noting(new JobChange(CREATED_MS + 60_000, JobEvent.CANCELLED, by, 0, "one:8081"));

    // When
    var read = EndedJobCodec.decode(ended.id(), EndedJobCodec.encode(ended));

    // Then
    assertThat(read).isEqualTo(ended);
    assertThat(read.endedBy()).isEqualTo(by);
    assertThat(read.changes().scheduledBy()).isEqualTo(new Actor("ops"));
  }

  @Test
  void anEntryOfAnEarlierVersionDoesNotSayWhoEndedIt() {
    // Given
    var job = SampleJobs.get("minimal");

    // When
    var cancelled = EndedJob.of(job, EndState.CANCELLED, CREATED_MS);
    var delivered = EndedJob.of(job, EndState.DELIVERED, CREATED_MS);

    // Then
    assertThat(cancelled.endedBy()).isNull();
    assertThat(delivered.endedBy()).isEqualTo(Actor.SCHEDULER);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void damagedBytesAreAClearFault(long seed) {
    // Given
    var random = new Random(seed);
    var changes = SampleJobs.get("changed").changes();
    var bytes = JobChangesCodec.encode(changes, CREATED_MS);

    // When
    var faults = new ArrayList<Throwable>();
    for (var i = 0; i < 10_000; i++) {
      var damaged = bytes.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      var length = random.nextInt(damaged.length + 1);
      try {
        JobChangesCodec.decode(ByteBuffer.wrap(damaged, 0, length), CREATED_MS);
      } catch (RuntimeException fault) {
        faults.add(fault);
      }
    }

    // Then
    assertThat(faults).isNotEmpty().allMatch(IllegalArgumentException.class::isInstance);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JobChangesCodec.decode(ByteBuffer.allocate(0), CREATED_MS));
  }

  private static AttemptsCodec.Logged again(AttemptsCodec.Logged logged) throws IOException {
    var bytes = bytes(logged, CREATED_MS);
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    var read = AttemptsCodec.read(in, CREATED_MS);
    assertThat(in.available()).isZero();
    return read;
  }

  private static byte[] bytes(AttemptsCodec.Logged logged, long createdMs) throws IOException {
    var bytes = new ByteArrayOutputStream();
    AttemptsCodec.write(logged, createdMs, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
