package io.delaygate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of namespace and token commands: the calls that they make, and the output. */
@Timeout(60)
class TenancyCommandsTest {
  private static final String NAMESPACES = "/v1/admin/namespaces";
  private static final String LIMITS = "{'requestsPerSecond': 5, 'pendingJobs': 9}";
  private static final String TOKEN =
      "{'id': '0123456789abcdef', 'name': 'checkout', 'namespace': 'shop', 'role': 'write',"
          + " 'limits': "
          + LIMITS
          + "}";

  private final StubGateway gateway;

  TenancyCommandsTest() throws IOException {
    gateway = new StubGateway();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void aNamespaceIsSetAsAWhole() {
    // Given
    gateway.answering(
        200,
        "{'namespace': 'shop', 'limits': "
            + LIMITS
            + ", 'allow': ['shop-*', 'mails'], 'deny': ['x']}");

    // When
    var set = call("namespaces set shop --allow shop-* --allow mails --deny x --pending-jobs 9");
    var bare = call("namespaces set shop");

    // Then
    assertThat(set.status()).as(set.err()).isZero();
    assertThat(set.out())
        .isEqualTo(
            """
            namespace  shop
            limits     requestsPerSecond=5 pendingJobs=9
            allow      shop-* mails
            deny       x
            """);
    assertThat(bare.status()).isZero();
    assertThat(gateway.lines()).containsOnly("PUT " + NAMESPACES + "/shop");
    assertThat(gateway.bodies())
        .containsExactly(
            "{'limits':{'pendingJobs':9},'allow':['shop-*','mails'],'deny':['x']}",
            "{'limits':{}}");
  }

  @Test
  void limitsAreChangedAlone() {
    // Given
    gateway.answering(200, LIMITS).answering(200, LIMITS).answering(200, "{}");

    // When
    var namespace = call("namespaces limit shop --requests-per-second 5 --pending-jobs 9");
    var token = call("tokens limit shop a/b --jobs-per-second 7 --payload-bytes 0 --json");
    var none = call("tokens limit shop a");

    // Then
    assertThat(namespace.out()).isEqualTo("limits  requestsPerSecond=5 pendingJobs=9\n");
    assertThat(token.out()).isEqualTo("{\"requestsPerSecond\":5,\"pendingJobs\":9}\n");
    assertThat(none.out()).isEqualTo("limits  none\n");
    assertThat(gateway.lines())
        .containsExactly(
            "PUT " + NAMESPACES + "/shop/limits",
            "PUT " + NAMESPACES + "/shop/tokens/a%2Fb/limits",
            "PUT " + NAMESPACES + "/shop/tokens/a/limits");
    assertThat(gateway.bodies())
        .containsExactly(
            "{'requestsPerSecond':5,'pendingJobs':9}",
            "{'jobsPerSecond':7,'payloadBytes':0}",
            "{}");
  }

  @Test
  void aTokenIsShownWhenItIsMade() {
    // Given
    gateway.answering(201, TOKEN.replace("{'id'", "{'token': 'secret', 'id'"));

    // When
    var made = call("tokens make shop checkout --role write --requests-per-second 5");

    // Then
    assertThat(made.status()).as(made.err()).isZero();
    assertThat(made.out()).startsWith("token      secret\nid         0123456789abcdef\n");
    assertThat(gateway.lines()).containsExactly("POST " + NAMESPACES + "/shop/tokens");
    assertThat(gateway.bodies())
        .containsExactly("{'name':'checkout','role':'write','limits':{'requestsPerSecond':5}}");
  }

  @Test
  void tokensAreListedAndRevokedById() {
    // Given
    gateway.answering(200, "{'tokens': [" + TOKEN + "]}").answering(200, TOKEN);

    // When
    var listed = call("tokens list shop");
    var revoked = call("tokens revoke shop 0123456789abcdef");

    // Then
    assertThat(listed.out())
        .contains("0123456789abcdef  checkout  write  requestsPerSecond=5 pendingJobs=9");
    assertThat(revoked.status()).isZero();
    assertThat(gateway.lines())
        .containsExactly(
            "GET " + NAMESPACES + "/shop/tokens",
            "DELETE " + NAMESPACES + "/shop/tokens/0123456789abcdef");
  }

  @Test
  void namespacesAreListedAndDeleted() {
    // Given
    gateway
        .answering(
            200,
            "{'namespaces': [{'namespace': 'shop', 'limits': {}, 'allow': ['a', 'b'],"
                + " 'deny': []}]}")
        .answering(200, "{'namespace': 'shop', 'limits': {}, 'allow': [], 'deny': []}");

    // When
    var listed = call("namespaces list");
    var deleted = call("namespaces delete shop");

    // Then
    assertThat(listed.out()).contains("shop").contains("a b");
    assertThat(deleted.out()).isEqualTo("namespace  shop\n");
    assertThat(gateway.lines())
        .containsExactly("GET " + NAMESPACES, "DELETE " + NAMESPACES + "/shop");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "namespaces set",
        "namespaces limit",
        "namespaces limit shop --pending-jobs many",
        "namespaces delete",
        "tokens make shop checkout",
        "tokens limit shop",
        "tokens revoke shop"
      })
  void withoutWhatItNeedsNothingIsAsked(String arguments) {
    // When
    var called = call(arguments);

    // Then
    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err()).isNotEmpty().doesNotContain("\tat ");
    assertThat(gateway.asked()).isEmpty();
  }

  private Called call(String arguments) {
    return gateway.call(arguments.split(" "));
  }
}
