package io.delaygate.scheduler.clients;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;

/**
 * Remover of failed stream threads from the consumer group. The replacement of a thread is another
 * static member, and the failed one would keep its partitions until its session is over; so it is
 * removed at once.
 */
public final class FailedThreads {
  /** Thread name of Kafka Streams, which also numbers the group members of an instance. */
  private static final Pattern NAME = Pattern.compile(".*-StreamThread-(\\d+)");

  private final Admin admin;
  private final String group;
  private final String instance;

  /**
   * Creates a remover for the threads of a scheduler.
   *
   * @param admin stays the caller's
   * @param instance {@code group.instance.id} of the scheduler
   */
  public FailedThreads(Admin admin, String group, String instance) {
    this.admin = admin;
    this.group = group;
    this.instance = instance;
  }

  /** Removes the member of the thread of this name from the group, in the background. */
  public void leave(String threadName) {
    var name = NAME.matcher(threadName);
    if (name.matches()) {
      var member = new MemberToRemove(instance + "-" + name.group(1));
      var options = new RemoveMembersFromConsumerGroupOptions(List.of(member));
      var unused = admin.removeMembersFromConsumerGroup(group, options);
    }
  }
}
