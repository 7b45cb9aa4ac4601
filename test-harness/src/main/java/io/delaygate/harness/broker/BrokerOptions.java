package io.delaygate.harness.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options of a test cluster. Immutable, so tests may share a prepared value.
 *
 * @param nodes combined broker and controller nodes, 1 to 3 (three are enough to lose one)
 * @param port client port of the first node, the next nodes take the following ports; 0 = free
 *     ports
 * @param loginPort port of a listener of the first node on which clients log in, the next nodes
 *     take the following ports; 0 = no such listener
 * @param dataDir directory that keeps the state after close; null = a temporary directory, deleted
 *     on close
 * @param properties broker properties that override those of the fixture
 */
public record BrokerOptions(
    int nodes, int port, int loginPort, @Nullable Path dataDir, Map<String, String> properties) {
  // Not a secret: the listener is on 127.0.0.1, and only the user name matters.
  private static final String CONTROLLER_LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required"
          + " username=\"controller\" password=\"controller\""
          + " user_controller=\"controller\";";

  private static final String SERVICE_LOGIN =
      "org.apache.kafka.common.security.scram.ScramLoginModule required;";

  // Any token with a subject is accepted, as tests are only about how clients send it.
  private static final String SERVICE_TOKENS =
      "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required"
          + " unsecuredLoginStringClaim_sub=\"broker\";";

  /** Checks the bounds. */
  public BrokerOptions {
    if (nodes < 1 || nodes > 3) {
      throw new IllegalArgumentException("nodes must be 1 to 3, but is " + nodes);
    }
    if (port < 0 || port > 65_535 - nodes) {
      throw new IllegalArgumentException(
          "port must be 0 (a free port) or a TCP port, but is " + port);
    }
    if (loginPort < 0 || loginPort > 65_535 - nodes) {
      throw new IllegalArgumentException("loginPort must be 0 or a TCP port, but is " + loginPort);
    }
    properties = Map.copyOf(properties);
  }

  /** One node on a free port with temporary data. */
  public static BrokerOptions singleNode() {
    return nodes(1);
  }

  /** The given number of nodes on free ports with temporary data. */
  public static BrokerOptions nodes(int nodes) {
    return new BrokerOptions(nodes, 0, 0, null, Map.of());
  }

  /** The same with a fixed client port. */
  public BrokerOptions withPort(int port) {
    return new BrokerOptions(nodes, port, loginPort, dataDir, properties);
  }

  /** The same with a data directory that outlives the cluster; data in it is reused. */
  public BrokerOptions withDataDir(Path dataDir) {
    return new BrokerOptions(nodes, port, loginPort, dataDir, properties);
  }

  /** The same with one more broker property. */
  public BrokerOptions withProperty(String name, String value) {
    var merged = new HashMap<>(properties);
    merged.put(name, value);
    return new BrokerOptions(nodes, port, loginPort, dataDir, merged);
  }

  /**
   * The same with one more listener for clients that reach the brokers indirectly, such as through
   * a proxy.
   *
   * @param name name in capitals
   * @param port port on which the first node listens, the next nodes take the following ports
   * @param advertisedPort port at which clients reach the first node, the next nodes take the
   *     following ports
   */
  public BrokerOptions withListener(String name, int port, int advertisedPort) {
    return withProperty(NodeSettings.LISTENER + name, port + "," + advertisedPort);
  }

  /**
   * The same with Kafka's authorizer, under which everything is allowed until an ACL forbids it.
   *
   * <p>Every client is {@code User:ANONYMOUS}, and so are the brokers when they replicate.
   * ANONYMOUS is not a super user, because ACLs do not apply to super users. Use DENY ACLs on
   * topics only: the brokers need rights on the cluster only, and keep working. Controllers differ:
   * until there is a quorum, the authorizer knows no ACL and refuses all but super users, so that a
   * quorum of three would never form. Hence only their listener has a login.
   */
  public BrokerOptions withAuthorizer() {
    return withProperty(
            "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
        .withProperty("allow.everyone.if.no.acl.found", "true")
        .withProperty("super.users", "User:controller")
        .withProperty(
            "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:SASL_PLAINTEXT")
        .withProperty("sasl.mechanism.controller.protocol", "PLAIN")
        .withProperty("listener.name.controller.sasl.enabled.mechanisms", "PLAIN")
        .withProperty("listener.name.controller.plain.sasl.jaas.config", CONTROLLER_LOGIN);
  }

  /**
   * The same with the authorizer and one more listener, by TLS, on which users log in by
   * SCRAM-SHA-512, or by OAUTHBEARER with unsigned tokens. These users may only do what an ACL
   * allows. ANONYMOUS of the other listener is now a super user, and has to create the users.
   *
   * @param port of the first node's listener, 1 or more
   * @param keystore of the brokers, PKCS12
   */
  public BrokerOptions withServiceLogin(int port, Path keystore, String password) {
    var secured = withAuthorizer().withProperty("super.users", "User:controller;User:ANONYMOUS");
    return new BrokerOptions(nodes, this.port, port, dataDir, secured.properties)
        .withProperty("allow.everyone.if.no.acl.found", "false")
        .withProperty(
            "listener.security.protocol.map",
            "PLAINTEXT:PLAINTEXT,LOGIN:SASL_SSL,CONTROLLER:SASL_PLAINTEXT")
        .withProperty("listener.name.login.ssl.keystore.type", "PKCS12")
        .withProperty("listener.name.login.ssl.keystore.location", keystore.toString())
        .withProperty("listener.name.login.ssl.keystore.password", password)
        .withProperty("listener.name.login.sasl.enabled.mechanisms", "SCRAM-SHA-512,OAUTHBEARER")
        .withProperty("listener.name.login.scram-sha-512.sasl.jaas.config", SERVICE_LOGIN)
        .withProperty("listener.name.login.oauthbearer.sasl.jaas.config", SERVICE_TOKENS);
  }
}
