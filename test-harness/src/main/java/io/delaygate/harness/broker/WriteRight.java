package io.delaygate.harness.broker;

import static org.apache.kafka.common.acl.AclPermissionType.ALLOW;
import static org.apache.kafka.common.acl.AclPermissionType.DENY;

import java.util.List;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Takes the right to write one topic away from all PLAINTEXT clients, and gives it back.
 *
 * <p>Needs {@link BrokerOptions#withAuthorizer()}. A topic with any ACL is no longer open to
 * everyone, so the DENY of WRITE alone would take reading away too: beside it stands an ALLOW of
 * everything, over which DENY wins. It is added before and removed after the DENY, so that other
 * rights have no gap. Thread-safe; errors as in {@link Topics}.
 */
public final class WriteRight {
  private final Topics topics;
  private final String topic;
  private final AclBinding others;
  private final AclBinding denial;

  /** The right to write this topic; the connection stays the caller's. */
  public WriteRight(Topics topics, String topic) {
    this.topics = topics;
    this.topic = topic;
    var pattern = new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL);
    this.others =
        new AclBinding(pattern, new AccessControlEntry("User:*", "*", AclOperation.ALL, ALLOW));
    this.denial =
        new AclBinding(
            pattern, new AccessControlEntry("User:ANONYMOUS", "*", AclOperation.WRITE, DENY));
  }

  /** Returns when a broker refuses writes. */
  public void revoke() {
    create(others);
    create(denial);
    Topics.await("loss of WRITE on " + topic, () -> !mayWrite());
  }

  /** Returns when a broker allows writes again. */
  public void restore() {
    delete(denial);
    Topics.await("return of WRITE on " + topic, this::mayWrite);
    delete(others);
  }

  private boolean mayWrite() {
    return topics.operations(topic).contains(AclOperation.WRITE);
  }

  private void create(AclBinding acl) {
    Topics.get(topics.admin().createAcls(List.of(acl)).all());
  }

  private void delete(AclBinding acl) {
    Topics.get(topics.admin().deleteAcls(List.of(acl.toFilter())).all());
  }
}
