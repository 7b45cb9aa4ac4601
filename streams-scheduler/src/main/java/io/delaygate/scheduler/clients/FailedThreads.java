package io.delaygate.scheduler.clients;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;

/**
 * Stream threads that failed and are replaced. The replacing thread is another static member, and
 * the one that failed would keep its partitions until its session is over; so it is taken out of
 * the group at once.
 */
public final class FailedThreads {
  /** As Kafka Streams names its threads, and their members after the instance. */
  private static final Pattern NAME = Pattern.compile(".*-StreamThread-(\\d+)");

  private final Admin admin;
  private final String group;
  private final String instance;

  /**
   * Threads of a scheduler.
   *
   * @param admin stays the caller's
   * @param instance its name among the members of the group
   */
  public FailedThreads(Admin admin, String group, String instance) {
    this.admin = admin;
    this.group = group;
    this.instance = instance;
  }

  /** Takes the member of a thread of this name out of the group, in the background. */
  public void leave(String threadName) {
    var name = NAME.matcher(threadName);
    if (name.matches()) {
      var member = new MemberToRemove(instance + "-" + name.group(1));
      var options = new RemoveMembersFromConsumerGroupOptions(List.of(member));
      var unused = admin.removeMembersFromConsumerGroup(group, options);
    }
  }
}
