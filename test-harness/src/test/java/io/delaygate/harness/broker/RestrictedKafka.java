package io.delaygate.harness.broker;

import static org.apache.kafka.common.acl.AclPermissionType.ALLOW;
import static org.apache.kafka.common.acl.AclPermissionType.DENY;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A cluster on which services log in and may neither create topics nor read their settings, as it
 * is with many a managed Kafka. The tests themselves may do everything.
 */
final class RestrictedKafka implements KafkaCluster {
  private static final int NODES = 3;

  private static final List<AclOperation> DENIED =
      List.of(AclOperation.CREATE, AclOperation.DESCRIBE_CONFIGS, AclOperation.ALTER_CONFIGS);

  private final EmbeddedKafka kafka;
  private final int loginPort;

  private RestrictedKafka(EmbeddedKafka kafka, int loginPort) {
    this.kafka = kafka;
    this.loginPort = loginPort;
  }

  /** Starts three nodes and takes the rights away. */
  static RestrictedKafka start() {
    var loginPort = FreePorts.chooseRow(NODES);
    var options = BrokerOptions.nodes(NODES).withServiceLogin(loginPort);
    var kafka = EmbeddedKafka.start(options);
    try (var topics = new Topics(kafka)) {
      Topics.get(topics.admin().createAcls(rules()).all());
    }
    return new RestrictedKafka(kafka, loginPort);
  }

  /** A resource with any ACL is no longer open to all: hence an ALLOW beside each DENY. */
  private static List<AclBinding> rules() {
    return Stream.of(
            new ResourcePattern(ResourceType.TOPIC, "*", PatternType.LITERAL),
            new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL))
        .flatMap(
            pattern ->
                Stream.concat(
                    Stream.of(rule(pattern, AclOperation.ALL, ALLOW)),
                    DENIED.stream().map(operation -> rule(pattern, operation, DENY))))
        .toList();
  }

  private static AclBinding rule(
      ResourcePattern pattern, AclOperation operation, AclPermissionType permission) {
    return new AclBinding(
        pattern, new AccessControlEntry("User:delaygate", "*", operation, permission));
  }

  @Override
  public String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  @Override
  public Map<String, String> serviceSettings() {
    return Map.of(
        "bootstrap.servers",
        "127.0.0.1:" + loginPort,
        "kafka.security.protocol",
        "SASL_PLAINTEXT",
        "kafka.sasl.mechanism",
        "PLAIN",
        "kafka.sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required"
            + " username=\"delaygate\" password=\"delaygate\";");
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
  }
}
