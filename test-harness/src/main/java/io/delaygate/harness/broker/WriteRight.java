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
 * Switch for the right of all PLAINTEXT clients to write one topic: it revokes and restores the
 * right.
 *
 * <p>Needs {@link BrokerOptions#withAuthorizer()}. A topic with any ACL is no longer open to
 * everyone, so a DENY of WRITE alone would deny reading too. So there is also an ALLOW of
 * everything, which the DENY overrides. It is added before and removed after the DENY, so that
 * other rights are never interrupted. Thread-safe; errors as in {@link Topics}.
 */
public final class WriteRight {
  private final Topics topics;
  private final String topic;
  private final AclBinding others;
  private final AclBinding denial;

  /** The right to write this topic; the caller closes the connection. */
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

  /** Revokes the right; returns when a broker refuses writes. */
  public void revoke() {
    create(others);
    create(denial);
    Topics.await("loss of WRITE on " + topic, () -> !mayWrite());
  }

  /** Restores the right; returns when a broker allows writes again. */
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
