package io.delaygate.harness.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.upgrade.JobLedger.Delivery;
import io.delaygate.harness.upgrade.JobLedger.Expected;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobLedgerTest {
  private final JobLedger ledger = new JobLedger();

  @Test
  void aJobThatIsDeliveredOnceAndInTimeIsInOrder() {
    ledger.expect("job", Expected.ONE, 100L);

    assertThat(violations(new Delivery("job", 100, 100))).isEmpty();
  }

  @Test
  void lostAndRepeatedDeliveriesAreFound() {
    ledger.expect("job", Expected.ONE, 100L);

    assertThat(violations()).singleElement().asString().contains("job has 0 deliveries");
    assertThat(violations(new Delivery("job", 100, 100), new Delivery("job", 100, 101)))
        .singleElement()
        .asString()
        .contains("job has 2 deliveries");
  }

  @Test
  void aCancelledJobMustNotArrive() {
    ledger.expect("job", Expected.NONE, 100L);

    assertThat(violations()).isEmpty();
    assertThat(violations(new Delivery("job", 100, 100))).hasSize(1);
  }

  @Test
  void aJobOfUnknownFateArrivesOnceAtMost() {
    ledger.expect("job", Expected.ONE_OR_NONE, 100L);
    var delivery = new Delivery("job", 100, 100);

    assertThat(violations()).isEmpty();
    assertThat(violations(delivery)).isEmpty();
    assertThat(violations(delivery, delivery)).hasSize(1);
  }

  @Test
  void aJobMustNotComeEarlyNorAtATimeThatNobodyAskedFor() {
    ledger.expect("job", Expected.ONE, 100L, 200L);

    assertThat(violations(new Delivery("job", 200, 205))).isEmpty();
    assertThat(violations(new Delivery("job", 200, 199)))
        .singleElement()
        .asString()
        .startsWith("early");
    assertThat(violations(new Delivery("job", 150, 205)))
        .singleElement()
        .asString()
        .startsWith("due at another time");
  }

  @Test
  void foreignDeliveriesAndStrangeAnswersAreFound() {
    ledger.strange("500 of a cancel");

    assertThat(violations(new Delivery("other", 100, 100)))
        .containsExactly("500 of a cancel", "never scheduled: " + new Delivery("other", 100, 100));
  }

  private List<String> violations(Delivery... deliveries) {
    return ledger.violations(List.of(deliveries));
  }
}
