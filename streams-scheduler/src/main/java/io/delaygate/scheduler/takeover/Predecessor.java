package io.delaygate.scheduler.takeover;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.schemas.logging.LogKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process before this one, of the same {@code group.instance.id}. If it is still a member of
 * the group it was killed: one that stops in order leaves.
 *
 * <p>Brokers keep its partitions until its session is over or this process has joined, which takes
 * it some seconds, if it gets that far. Where others have warm copies nobody has to wait for that:
 * it is taken out of the group first of all, and the standbys take over while this process starts.
 * Under exactly-once it would not get the partitions back at once anyway, as Kafka Streams wipes
 * the state of stores that were killed.
 */
public final class Predecessor {
  private static final Logger LOG = LoggerFactory.getLogger(Predecessor.class);

  private final String group;
  private final Pattern instances;

  private Predecessor(String group, String instance) {
    this.group = group;
    // as Kafka Streams names its threads
    this.instances = Pattern.compile(Pattern.quote(instance) + "-\\d+");
  }

  /** Empty where it may as well keep its partitions, or nobody can tell which member it was. */
  public static Optional<Predecessor> of(SchedulerSettings settings) {
    return settings.isExactlyOnce() && settings.standbys() > 0
        ? settings
            .instanceId()
            .map(instance -> new Predecessor(settings.names().applicationId(), instance))
        : Optional.empty();
  }

  /**
   * Takes it out of the group, if there is somebody else to take over; a group of nobody would wait
   * for more members when the first one comes. If that fails, its session ends as any other.
   *
   * <p>Waits for the brokers as long as the admin client does: nothing of what follows works
   * without them, and a limit of a few seconds is over before a busy machine has their first
   * answer.
   */
  public void removeFromGroup(Admin admin) {
    try {
      var members = members(admin);
      var its = members.stream().flatMap(this::ofIts).toList();
      if (!its.isEmpty() && its.size() < members.size()) {
        var options = new RemoveMembersFromConsumerGroupOptions(its);
        admin.removeMembersFromConsumerGroup(group, options).all().get();
        LOG.atInfo()
            .addKeyValue(LogKey.DONE.key(), "its partitions go to their standbys")
            .log("The process before was killed");
      }
    } catch (ExecutionException failed) {
      // of a group that nobody ever joined there is nobody to take out
      if (!(failed.getCause() instanceof GroupIdNotFoundException)) {
        LOG.atInfo()
            .addKeyValue(LogKey.WHY.key(), failed.getMessage())
            .log(
                "If the process before was killed, its partitions wait for the end of its session");
      }
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  private Stream<MemberToRemove> ofIts(MemberDescription member) {
    return member.groupInstanceId().filter(id -> instances.matcher(id).matches()).stream()
        .map(MemberToRemove::new);
  }

  private List<MemberDescription> members(Admin admin)
      throws ExecutionException, InterruptedException {
    return admin.describeConsumerGroups(List.of(group)).all().get().values().stream()
        .flatMap(described -> described.members().stream())
        .toList();
  }
}
