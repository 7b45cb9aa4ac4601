package io.delaygate.harness.broker;

import io.delaygate.schemas.topics.TopicNames;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

/**
 * Cluster whose services use TLS and log in: schedulers by SCRAM, and gateways by OAuth with tokens
 * that they make themselves. Services have only the rights of {@link LeastRights}, so they can
 * neither create topics nor read their settings. The tests may do everything.
 */
final class RestrictedKafka implements KafkaCluster {
  private static final int NODES = 3;

  /** The least number that Kafka accepts, because each connection of a test needs them. */
  private static final int SCRAM_ITERATIONS = 4096;

  private final KafkaCluster kafka;
  private final BrokerKeys keys;
  private final int loginPort;

  private RestrictedKafka(KafkaCluster kafka, BrokerKeys keys, int loginPort) {
    this.kafka = kafka;
    this.keys = keys;
    this.loginPort = loginPort;
  }

  /** Starts three nodes, and creates the users. */
  static RestrictedKafka start() {
    var loginPort = FreePorts.chooseRow(NODES);
    var keys = BrokerKeys.make();
    var options =
        BrokerOptions.nodes(NODES)
            .withServiceLogin(loginPort, keys.keystore(), BrokerKeys.PASSWORD);
    var kafka = KafkaChoice.start(options);
    try (var topics = new Topics(kafka)) {
      Topics.get(
          topics.admin().alterUserScramCredentials(List.of(user(LeastRights.SCHEDULER))).all());
    }
    return new RestrictedKafka(kafka, keys, loginPort);
  }

  private static UserScramCredentialAlteration user(String name) {
    var info = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, SCRAM_ITERATIONS);
    return new UserScramCredentialUpsertion(name, info, name);
  }

  @Override
  public String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  @Override
  public Map<String, String> schedulerSettings() {
    return settings(
        "SCRAM-SHA-512",
        "org.apache.kafka.common.security.scram.ScramLoginModule required"
            + " username=\"%1$s\" password=\"%1$s\";".formatted(LeastRights.SCHEDULER));
  }

  @Override
  public Map<String, String> gatewaySettings() {
    return settings(
        "OAUTHBEARER",
        "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required"
            + " unsecuredLoginStringClaim_sub=\"%s\";".formatted(LeastRights.GATEWAY));
  }

  private Map<String, String> settings(String mechanism, String login) {
    return Map.of(
        "bootstrap.servers",
        "127.0.0.1:" + loginPort,
        "kafka.security.protocol",
        "SASL_SSL",
        "kafka.ssl.truststore.type",
        "PEM",
        "kafka.ssl.truststore.location",
        keys.certificate().toString(),
        "kafka.sasl.mechanism",
        mechanism,
        "kafka.sasl.jaas.config",
        login);
  }

  @Override
  public void grant(TopicNames names, String targets) {
    grant(LeastRights.of(names, targets));
  }

  @Override
  public void grantQueues(TopicNames names) {
    grant(LeastRights.ofQueues(names));
  }

  private void grant(List<LeastRights.Right> rights) {
    var acls = rights.stream().flatMap(LeastRights.Right::acls).toList();
    try (var topics = new Topics(kafka)) {
      Topics.get(topics.admin().createAcls(acls).all());
    }
  }

  @Override
  public boolean isRestricted() {
    return true;
  }

  @Override
  public int nodes() {
    return kafka.nodes();
  }

  @Override
  public void close() {
    kafka.close();
    keys.close();
  }
}
