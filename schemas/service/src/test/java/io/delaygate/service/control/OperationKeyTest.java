package io.delaygate.service.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.control.ControlKey.OfOperation;
import io.delaygate.service.control.ControlKey.OfOperation.Part;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperationKeyTest {
  private static final TopicNames NAMES = TopicNames.prefixed("");

  @ParameterizedTest
  @EnumSource(Part.class)
  void isReadAsItWasWritten(Part part) {
    var key = new OfOperation("shop", "0abc", part);

    assertThat(ControlKey.parse(key.text().getBytes(UTF_8))).hasValue(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "operation/shop",
        "operation/shop/",
        "operation/sh op/0abc",
        "operation/shop/0ABC",
        "operation/shop/0abc/owners",
        "operation/shop/0abc/owner/x",
        "operation/shop/012345678901234567890123456789012"
      })
  void otherKeysAreNotValid(String text) {
    assertThat(ControlKey.parse(text.getBytes(UTF_8))).isEmpty();
  }

  @Test
  void anIdHasAtMost32Characters() {
    assertThat(OfOperation.isId("0".repeat(32))).isTrue();
    assertThat(OfOperation.isId("0".repeat(33))).isFalse();
    assertThat(OfOperation.isId("")).isFalse();
  }

  @Test
  void itsRecordsAreNoDecisions() {
    // Given
    var taken = new ArrayList<String>();
    var records = new ControlRecords(NAMES, new DefaultsParser(NAMES), noting(taken));
    var before = records.view();

    // When
    for (var value : new byte @Nullable [][] {"{}".getBytes(UTF_8), null}) {
      var key = "operation/shop/0abc/wish".getBytes(UTF_8);
      records.take(new ConsumerRecord<>(NAMES.control(), 0, 0, key, value));
    }

    // Then
    assertThat(records.view()).isEqualTo(before);
    assertThat(taken).containsExactly("operation/shop/0abc/wish {}", "operation/shop/0abc/wish -");
  }

  private static OperationRecords noting(List<String> taken) {
    return new OperationRecords() {
      @Override
      public void restart() {}

      @Override
      public void take(OfOperation key, byte @Nullable [] value) {
        taken.add(key.text() + " " + (value == null ? "-" : new String(value, UTF_8)));
      }

      @Override
      public void upToDate() {}
    };
  }
}
