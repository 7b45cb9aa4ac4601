package io.delaygate.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.Actor;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallerTest {
  @Test
  void aTokenOfTheFileIsNamedByItsName() {
    assertThat(ofFile("ops").actor()).isEqualTo(new Actor("ops"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka", "scheduler", "gateway", "anonymous"})
  void aTokenOfTheFileCannotPassForAnotherKindOfActor(String name) {
    assertThat(ofFile(name).actor()).isEqualTo(new Actor(name + "@default"));
  }

  @Test
  void aTokenThatWasMadeOverHttpIsNamedWithItsNamespace() {
    assertThat(made("kafka", "shop").actor()).isEqualTo(new Actor("kafka@shop"));
    assertThat(made("ops", "default").actor()).isEqualTo(new Actor("ops@default"));
  }

  @Test
  void anAdministratorInsideANamespaceIsStillTheSameActor() {
    assertThat(ofFile("root").in("shop").actor()).isEqualTo(new Actor("root"));
    assertThat(made("ops", "default").in("shop").actor()).isEqualTo(new Actor("ops@default"));
    assertThat(made("ops", "shop").withoutToken().actor()).isEqualTo(new Actor("ops@shop"));
  }

  @Test
  void aLongNameIsCut() {
    // Given
    var most = "n".repeat(Actor.BYTES);

    // Then
    assertThat(ofFile(most).actor()).isEqualTo(new Actor(most));
    assertThat(ofFile(most + "n").actor()).isEqualTo(new Actor(most));
    var longest = made("n".repeat(64), "s".repeat(64)).actor().name();
    assertThat(longest).hasSize(129);
  }

  private static Caller ofFile(String name) {
    return Caller.of(new FileTokens.Token(name, Role.ADMIN, new byte[32]));
  }

  private static Caller made(String name, String namespace) {
    var token = new TokenControl(name, namespace, "write", UsageLimits.NONE);
    return Caller.of(token, "0".repeat(64)).orElseThrow();
  }
}
