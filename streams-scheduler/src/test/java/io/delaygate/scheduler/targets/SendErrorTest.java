package io.delaygate.scheduler.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.targets.SendError.Blame;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.Map;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class SendErrorTest {
  @Test
  void eachErrorBlamesWhomItSpeaksOf() {
    var expected =
        Map.of(
            new InvalidRecordException("no key"), Blame.RECORD,
            new RecordTooLargeException(), Blame.RECORD,
            new InvalidTimestampException("too old"), Blame.PARTITION,
            new NotEnoughReplicasException(), Blame.PARTITION,
            new TopicAuthorizationException("orders"), Blame.PARTITION,
            new TimeoutException(), Blame.WHO_IS_SILENT,
            new OutOfOrderSequenceException(""), Blame.PRODUCER,
            new InvalidProducerEpochException(""), Blame.OWNERSHIP);

    expected.forEach(
        (error, blame) -> assertThat(SendError.of(error).blame()).as("%s", error).isEqualTo(blame));
  }

  /** Deliveries to other targets do not depend on a list of error classes. */
  @Test
  void anErrorThatNobodyKnowsIsOneOfThePartition() {
    for (var unknown :
        new Exception[] {
          new KafkaException("?"),
          new ApiException("?"),
          new IllegalStateException("?"),
          new Exception("?") {
            private static final long serialVersionUID = 1;
          }
        }) {
      assertThat(SendError.of(unknown))
          .isEqualTo(new SendError(Blame.PARTITION, ReasonCode.TARGET_REFUSED));
    }
  }
}
