package io.delaygate.harness.broker;

import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.apache.kafka.common.resource.PatternType.LITERAL;
import static org.apache.kafka.common.resource.PatternType.PREFIXED;
import static org.apache.kafka.common.resource.ResourceType.GROUP;
import static org.apache.kafka.common.resource.ResourceType.TOPIC;
import static org.apache.kafka.common.resource.ResourceType.TRANSACTIONAL_ID;

import io.delaygate.schemas.topics.TopicNames;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** Minimum rights of each service. READ and WRITE imply DESCRIBE. */
final class LeastRights {
  static final String SCHEDULER = "delaygate-scheduler";
  static final String GATEWAY = "delaygate-gateway";

  private LeastRights() {}

  /**
   * One row of the table in the README.
   *
   * @param user user of the right
   * @param name name of the resource, or a prefix of names
   */
  record Right(
      String user,
      ResourceType type,
      PatternType pattern,
      String name,
      List<AclOperation> operations) {
    Stream<AclBinding> acls() {
      var resource = new ResourcePattern(type, name, pattern);
      return operations.stream()
          .map(
              operation ->
                  new AclBinding(
                      resource,
                      new AccessControlEntry(
                          "User:" + user, "*", operation, AclPermissionType.ALLOW)));
    }
  }

  /**
   * Rights for an installation without queues.
   *
   * @param targets prefix of the names of targets, dead-letter and reply topics
   */
  static List<Right> of(TopicNames names, String targets) {
    return List.of(
        topic(SCHEDULER, names.requests(), READ),
        topic(SCHEDULER, names.rerouted(), READ, WRITE),
        topic(SCHEDULER, names.control(), READ, WRITE),
        topic(SCHEDULER, names.deadLetters(), WRITE),
        topic(SCHEDULER, names.replies(), WRITE),
        topic(SCHEDULER, names.events(), WRITE),
        begins(SCHEDULER, TOPIC, names.applicationId() + "-", READ, WRITE),
        begins(SCHEDULER, TOPIC, targets, WRITE),
        new Right(SCHEDULER, GROUP, LITERAL, names.applicationId(), List.of(READ)),
        begins(SCHEDULER, TRANSACTIONAL_ID, names.applicationId() + "-", WRITE),
        topic(GATEWAY, names.requests(), WRITE),
        topic(GATEWAY, names.control(), READ, WRITE),
        topic(GATEWAY, names.replies(), READ),
        topic(GATEWAY, names.deadLetters(), READ),
        begins(GATEWAY, TOPIC, targets, DESCRIBE),
        new Right(GATEWAY, GROUP, LITERAL, names.gatewaysGroup(), List.of(READ)));
  }

  /**
   * Additional rights for queues. A gateway passes a result on to the gateway where a caller waits
   * for it.
   */
  static List<Right> ofQueues(TopicNames names) {
    return List.of(topic(GATEWAY, names.replies(), WRITE));
  }

  private static Right topic(String user, String name, AclOperation... operations) {
    return new Right(user, TOPIC, LITERAL, name, List.of(operations));
  }

  private static Right begins(
      String user, ResourceType type, String prefix, AclOperation... operations) {
    return new Right(user, type, PREFIXED, prefix, List.of(operations));
  }
}
