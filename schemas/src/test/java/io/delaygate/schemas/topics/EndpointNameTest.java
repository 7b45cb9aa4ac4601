package io.delaygate.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of targets that stand for endpoints, in installations of any prefix. */
class EndpointNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "eu.", "eu-1_", "a.b.c."})
  void eachEndpointIsFoundInItsTarget(String prefix) {
    // Given
    var target = TopicNames.prefixed(prefix).endpoint("shop", "billing").orElseThrow();

    // Then
    assertThat(EndpointName.find(target)).contains(new EndpointName("shop", "billing"));
    assertThat(EndpointName.isTarget(target)).isTrue();
    assertThat(EndpointName.ofTarget(target)).isEqualTo("billing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "~",
        ".~",
        ".~a",
        "a.~",
        "a.~b",
        "orders",
        "queue.shop.mails",
        "queue.~billing",
        "queue..~billing",
        "queue.shop.~",
        "queue.shop.~~billing",
        "queue.shop.~a.~b",
        "queue.shop.~a b"
      })
  void nothingElseIsAnEndpoint(String target) {
    assertThat(EndpointName.isTarget(target)).isFalse();
    assertThat(EndpointName.ofTarget(target)).isNull();
    assertThat(EndpointName.find(target)).isEmpty();
  }

  @Test
  void sentencesNameAnEndpointAsItsOwnersDo() {
    assertThat(EndpointName.inWords("queue.shop.~billing"))
        .isEqualTo("endpoint 'billing' of the namespace 'shop'");
    assertThat(EndpointName.inWords("orders")).isEqualTo("'orders'");
  }
}
