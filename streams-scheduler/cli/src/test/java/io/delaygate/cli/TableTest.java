package io.delaygate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class TableTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Table table = new Table(new PrintStream(bytes, true, UTF_8), "ID", "TARGET", "N");

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    // Given
    table.row("a-long-id", "t", "1");
    table.row("😀", "orders", "");

    // When
    table.print();

    // Then
    assertThat(bytes.toString(UTF_8))
        .isEqualTo(
            """
            ID         TARGET  N
            a-long-id  t       1
            😀          orders
            """);
  }

  @Test
  void aPortionKeepsTheWidthOfThoseBefore() {
    // Given
    table.row("a-long-id", "t", "1");
    table.print();
    bytes.reset();

    // When
    table.row("b", "t", "2");
    table.print();

    // Then
    assertThat(bytes.toString(UTF_8)).isEqualTo("b          t       2\n");
  }

  @Test
  void aCellCannotForgeARow() {
    // When
    table.row("a\nb", "t", "1");
    table.print();

    // Then
    assertThat(bytes.toString(UTF_8).lines()).hasSize(2);
  }
}
