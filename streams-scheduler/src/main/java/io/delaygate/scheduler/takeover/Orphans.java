package io.delaygate.scheduler.takeover;

import io.delaygate.scheduler.delivery.AlternatingProducer;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which transactional ids belong to no stream thread that is a member of the group, by the names
 * that Kafka Streams gives: {@code <application>-<process>-<thread>} to producers and {@code
 * <application>-<process>-StreamThread-<thread>-consumer} to members. Immutable.
 */
public final class Orphans {
  private static final String PROCESS = "-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-";

  private final Pattern transaction;
  private final Pattern member;

  /** Those of one installation. */
  public Orphans(String applicationId) {
    var begin = Pattern.quote(applicationId) + PROCESS;
    transaction = Pattern.compile(begin + "(\\d+)(?:" + AlternatingProducer.SECOND + ")?");
    member = Pattern.compile(begin + "StreamThread-(\\d+)-consumer");
  }

  /** If an id is one of this installation's, whoever's. */
  boolean isOurs(String transactionalId) {
    return transaction.matcher(transactionalId).matches();
  }

  /**
   * Those of our ids whose thread is gone.
   *
   * @param clientIds of all members; with one that tells no thread, as after {@code client.id} was
   *     set, any transaction may be its own, and none is an orphan
   */
  public List<String> of(Collection<String> transactionalIds, Collection<String> clientIds) {
    var alive = new HashSet<String>();
    for (var clientId : clientIds) {
      var matcher = member.matcher(clientId);
      if (!matcher.matches()) {
        return List.of();
      }
      alive.add(thread(matcher));
    }
    return transactionalIds.stream().filter(id -> isOrphan(id, alive)).sorted().toList();
  }

  private boolean isOrphan(String transactionalId, Collection<String> alive) {
    var matcher = transaction.matcher(transactionalId);
    return matcher.matches() && !alive.contains(thread(matcher));
  }

  private static String thread(Matcher matcher) {
    return matcher.group(1) + "-" + matcher.group(2);
  }
}
