package io.delaygate.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.documents.GeneratedBlock;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the tables of the contract in the documents equal those of the code. */
class ContractTableTest {
  @ParameterizedTest
  @CsvSource({
    "schemas/docs/contract.md, headers",
    "schemas/docs/outcomes.md, outcomes",
    "schemas/docs/events.md, events",
    "schemas/docs/outcomes.md, reasons",
  })
  void theContractIsDocumentedAsItIs(String document, String table) throws IOException {
    GeneratedBlock.check(document, table, rows(table));
  }

  @Test
  void everyTableFollowsFromTheCode() {
    assertThat(ContractTables.headers())
        .contains("\n| `delay-op` | all | ")
        .contains("\n| `delay-ms` | schedule, reschedule, release, kick | ")
        .contains("\n| `delay-target-topic` | schedule, reschedule | ");
    assertThat(ContractTables.outcomes()).contains("\n| `CANCELLED` | ");
    assertThat(ContractTables.events()).contains("\n| `PARKED` | ");
    assertThat(ContractTables.reasons()).contains("\n| `ID_MISSING` | ");
  }

  @Test
  void everyDocIsOneCell() {
    for (var header : DelayHeader.values()) {
      assertThat(header.doc()).isNotBlank().doesNotContain("\n");
    }
    for (var reason : ReasonCode.values()) {
      assertThat(reason.doc()).isNotBlank().doesNotContain("\n");
    }
  }

  private static String rows(String table) {
    return switch (table) {
      case "headers" -> ContractTables.headers();
      case "outcomes" -> ContractTables.outcomes();
      case "events" -> ContractTables.events();
      default -> ContractTables.reasons();
    };
  }
}
