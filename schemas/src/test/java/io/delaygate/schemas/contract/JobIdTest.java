package io.delaygate.schemas.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobIdTest {
  private static final long SEED = 7;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16, 17, 200})
  void anOrdinaryIdLivesWhereKafkasDefaultPartitionerPutsIt(int partitions) {
    // Given
    var random = new Random(SEED);

    for (var i = 0; i < 1000; i++) {
      var text = "\u00fc" + Long.toString(random.nextLong(), Character.MAX_RADIX);
      var key = text.getBytes(StandardCharsets.UTF_8);

      // When
      var partition = new JobId(text).partition(partitions);

      // Then
      assertThat(partition)
          .as("id %s", text)
          .hasValue(BuiltInPartitioner.partitionForKey(key, partitions));
    }
  }

  @Test
  void aGeneratedIdLivesInThePartitionThatItNames() {
    assertThat(JobId.generated(0, 5).partition(16)).hasValue(0);
    assertThat(JobId.generated(15, Long.MAX_VALUE).partition(16)).hasValue(15);
    assertThat(parsed("~7-0").partition(8)).hasValue(7);
  }

  @Test
  void aGeneratedIdOfAPartitionThatDoesNotExistLivesNowhere() {
    assertThat(JobId.generated(16, 5).partition(16)).isEmpty();
    assertThat(parsed("~999999999-5").partition(16)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "order-1, default, order-1",
    "@shop/order/1, shop, order/1",
    "@shop/, default, @shop/",
    "@shop, default, @shop",
    "@/a, default, @/a",
    "@sh op/a, default, @sh op/a",
    "@default/a, default, @default/a",
    "~3-17, default, ~3-17"
  })
  void anIdNamesItsNamespaceOrIsOfTheDefaultOne(String text, String namespace, String local) {
    var id = parsed(text);

    assertThat(id.namespace()).isEqualTo(namespace);
    assertThat(id.local()).isEqualTo(local);
    assertThat(JobId.prefix(id.namespace()) + id.local()).isEqualTo(text);
  }

  @Test
  void aGeneratedIdIsReadBack() {
    // Given
    var id = JobId.generated(3, 17);

    // When
    var read = JobId.parse(id.bytes());

    // Then
    assertThat(read).contains(id);
    assertThat(id.text()).isEqualTo("~3-17");
    assertThat(id.isGenerated()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"~1000000000-1", "~3-12345678901234567890", "~\u0663-1", "~3-17 ", "~"})
  void whatNoSchedulerCouldHaveGeneratedIsNoId(String text) {
    assertThat(JobId.parse(text.getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  @Test
  void anIdHasOneTo255BytesOfUtf8() {
    assertThat(JobId.parse(new byte[0])).isEmpty();
    assertThat(JobId.parse(new byte[] {'a'})).contains(new JobId("a"));
    assertThat(JobId.parse("x".repeat(255).getBytes(StandardCharsets.UTF_8))).isPresent();
    assertThat(JobId.parse("x".repeat(256).getBytes(StandardCharsets.UTF_8))).isEmpty();
    assertThat(JobId.parse(new byte[] {(byte) 0xff})).isEmpty();
  }

  private static JobId parsed(String text) {
    return JobId.parse(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "{4711}a, 4711",
    "{A.b_c:d-9}{x}, A.b_c:d-9",
    "{t}\u00fc/ , t",
    "@shop/{t}a, @shop/t",
    "{t}, ",
    "{}a, ",
    "{a b}c, ",
    "{6F9619FF-8B86-D011-B42D-00CF4FC964FF}, ",
    "x{t}a, ",
    "@shop/x{t}a, ",
    "~0-1, "
  })
  void theTagIsWhatAnIdBeginsWithInBraces(String text, String tag) {
    assertThat(new JobId(text).tag()).isEqualTo(tag);
    assertThat(JobId.tag(text.getBytes(UTF_8))).isEqualTo(tag);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 65})
  void aTagHasABoundedLength(int length) {
    var tag = "t".repeat(length);

    assertThat(new JobId("{" + tag + "}a").tag()).isEqualTo(length > 64 ? null : tag);
  }

  @Test
  void allIdsWithATagLiveWhereItsOwnIdWould() {
    for (var tag = 0; tag < 50; tag++) {
      var partition = new JobId("order-" + tag).partition(16);

      assertThat(new JobId("{order-" + tag + "}a").partition(16)).isEqualTo(partition);
      assertThat(new JobId("{order-" + tag + "}b").partition(16)).isEqualTo(partition);
    }
  }

  @Test
  void aTagOfANamespaceIsAnotherOne() {
    assertThat(new JobId("@a/{t}x").tag()).isNotEqualTo(new JobId("@b/{t}x").tag());
  }
}
