package io.delaygate.gateway.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.control.EndpointControl;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointSealTest {
  private static final EndpointName BILLING = new EndpointName("shop", "billing");
  private static final String URL = "https://billing.example/hooks";
  private static final long NOW = 1_800_000_000_000L;

  private final Random random = new Random(42);
  private final EndpointSeal seal = seal(SealingKeysTest.key(1));

  private final EndpointSecrets secrets =
      new EndpointSecrets(
          List.of(SigningSecret.make(random, NOW)), Map.of("authorization", "Bearer s3cret"));

  @Test
  void whatWasSealedOpensForItsEndpoint() {
    // When
    var opened = seal.open(BILLING, record(URL, seal.seal(BILLING, URL, secrets)));

    // Then
    assertThat(opened)
        .isInstanceOfSatisfying(
            Endpoint.class, endpoint -> assertThat(endpoint.secrets()).isEqualTo(secrets));
  }

  @Test
  void secretsAreSealedAnewByTheFirstKeyAlone() {
    // Given
    var old = record(URL, seal.seal(BILLING, URL, secrets));
    var both = seal(SealingKeysTest.key(2) + "\n" + SealingKeysTest.key(1));

    // When
    var anew = record(URL, both.resealed(BILLING, old).orElseThrow());

    // Then
    assertThat(seal.isOfFirstKey(old)).isTrue();
    assertThat(both.isOfFirstKey(old)).isFalse();
    assertThat(both.isOfFirstKey(anew)).isTrue();
    assertThat(seal(SealingKeysTest.key(2)).open(BILLING, anew))
        .isInstanceOfSatisfying(
            Endpoint.class, endpoint -> assertThat(endpoint.secrets()).isEqualTo(secrets));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "AQID", "AQIDBAUG", "no base64"})
  void whatDoesNotOpenIsNotSealedAnew(String text) {
    assertThat(seal.isOfFirstKey(record(URL, text))).isFalse();
    assertThat(seal.resealed(BILLING, record(URL, text))).isEmpty();
    assertThat(seal.isOfFirstKey(record(URL, null))).isTrue();
  }

  @Test
  void equalSecretsAreSealedDifferentlyEachTime() {
    assertThat(seal.seal(BILLING, URL, secrets)).isNotEqualTo(seal.seal(BILLING, URL, secrets));
  }

  @Test
  void thePathOfTheUrlMayChange() {
    // Given
    var sealed = seal.seal(BILLING, URL, secrets);

    // Then
    assertThat(seal.open(BILLING, record("HTTPS://Billing.example:443/other?a=b", sealed)))
        .isInstanceOf(Endpoint.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example/hooks",
        "http://billing.example/hooks",
        "https://billing.example:8443/hooks",
      })
  void aRecordWithAnotherHostDoesNotGetTheSecrets(String url) {
    assertLocked(
        seal.open(BILLING, record(url, seal.seal(BILLING, URL, secrets))),
        "sealed for another endpoint or another host of its URL");
  }

  @Test
  void anotherEndpointDoesNotGetTheSecrets() {
    // Given
    var sealed = record(URL, seal.seal(BILLING, URL, secrets));

    // Then
    assertLocked(seal.open(new EndpointName("shop", "other"), sealed), "another endpoint");
    assertLocked(seal.open(new EndpointName("other", "billing"), sealed), "another endpoint");
  }

  @Test
  void noByteCanBeChanged() {
    // Given
    var sealed = Base64.getDecoder().decode(seal.seal(BILLING, URL, secrets));

    // Then
    for (var i = 0; i < sealed.length; i++) {
      var changed = sealed.clone();
      changed[i] ^= 1;
      var text = Base64.getEncoder().encodeToString(changed);
      assertThat(seal.open(BILLING, record(URL, text))).isInstanceOf(LockedEndpoint.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AQ==", "%%%", "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="})
  void otherTextsAreNoSecrets(String text) {
    assertLocked(seal.open(BILLING, record(URL, text)), "its secrets do not open");
  }

  @Test
  void anOldKeyStillOpensAndANewOneSeals() {
    // Given
    var sealed = seal.seal(BILLING, URL, secrets);
    var rotated = seal(SealingKeysTest.key(2) + "\n" + SealingKeysTest.key(1));

    // When
    var again = rotated.seal(BILLING, URL, secrets);

    // Then
    assertThat(rotated.open(BILLING, record(URL, sealed))).isInstanceOf(Endpoint.class);
    assertThat(seal(SealingKeysTest.key(2)).open(BILLING, record(URL, again)))
        .isInstanceOf(Endpoint.class);
    assertLocked(seal.open(BILLING, record(URL, again)), "a key that is not in the file");
  }

  @Test
  void withoutKeysOrSecretsNothingIsCalled() {
    // Given
    var sealed = seal.seal(BILLING, URL, secrets);

    // Then
    assertLocked(
        new EndpointSeal(Optional.empty()).open(BILLING, record(URL, sealed)),
        "endpoints are off, as `endpoints.key.file` is not set");
    assertLocked(seal.open(BILLING, record(URL, null)), "it has no signing secret");
    assertLocked(seal.open(BILLING, record("billing", sealed)), "its URL is not valid");
  }

  @Test
  void aReplacedSecretSignsForADay() {
    // Given
    var fresh = SigningSecret.make(random, NOW);
    var before = new Endpoint(BILLING, record(URL, null), secrets);

    // When
    var after = EndpointChange.rotate(before, fresh).after();

    // Then
    var former = secrets.latest();
    var day = 24 * 3_600_000L;
    assertThat(after.facts(NOW).signingSecrets()).containsExactly(fresh.key(), former.key());
    assertThat(after.facts(NOW + day - 1).signingSecrets()).hasSize(2);
    assertThat(after.facts(NOW + day).signingSecrets()).containsExactly(fresh.key());
    var third = SigningSecret.make(random, NOW + 1);
    assertThat(EndpointChange.rotate(after, third).after().facts(NOW + 1).signingSecrets())
        .containsExactly(third.key(), fresh.key());
  }

  @Test
  void noTextShowsASecret() {
    // Given
    var endpoint = new Endpoint(BILLING, record(URL, "sealed"), secrets);
    var change = new EndpointChange(endpoint, secrets.latest());

    // Then
    var key = secrets.latest().text().substring("whsec_".length());
    assertThat(endpoint + " " + secrets + " " + secrets.latest() + " " + change)
        .doesNotContain("s3cret", key);
    assertThat(SealingKeys.parse(SealingKeysTest.key(1), "keys").first().toString())
        .isEqualTo("a key");
  }

  private EndpointSeal seal(String keys) {
    var parsed = SealingKeys.parse(keys, "keys");
    return new EndpointSeal(Optional.of(new SecretBox(() -> parsed, random)));
  }

  private static EndpointControl record(String url, @Nullable String sealed) {
    return new EndpointControl(
        url, "POST", Map.of(), sealed, 30_000, 16, null, Policy.USUAL, false);
  }

  private static void assertLocked(KnownEndpoint endpoint, String why) {
    assertThat(endpoint)
        .isInstanceOfSatisfying(
            LockedEndpoint.class, locked -> assertThat(locked.obstacle()).contains(why));
  }
}
