package io.delaygate.scheduler.app;

import io.delaygate.scheduler.app.Scheduler.Surroundings;
import io.delaygate.scheduler.backlog.Backlog;
import io.delaygate.scheduler.backlog.CommandLogs;
import io.delaygate.scheduler.clients.BoundedPollClients;
import io.delaygate.scheduler.clients.HangingTransactions;
import io.delaygate.scheduler.clients.OrphanedTransactions;
import io.delaygate.scheduler.clients.OrphanedTransactions.Ids;
import io.delaygate.scheduler.ops.SchedulerMeter;
import io.delaygate.scheduler.query.StreamsPlacement;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.service.shutdown.ShutdownSteps;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * Background tasks at the brokers: they count unread commands, abort transactions of killed
 * schedulers, and report transactions that hang. They have no thread before {@link #start}.
 * Thread-safe.
 */
final class BrokerWatchTasks {
  private final OrphanedTransactions orphaned;
  private final HangingTransactions hanging;
  private final Backlog backlog;

  BrokerWatchTasks(Admin admin, SchedulerSettings settings, Member member, Surroundings around) {
    var clocks = around.clocks();
    var failures = around.failures();
    var placement = member.placement();
    var clients = member.clients();
    orphaned =
        new OrphanedTransactions(
            admin,
            settings.names().applicationId(),
            new Ids(clients::isOwn, clients::isOfPredecessor, clients::hasProducers),
            placement::awaited,
            failures);
    hanging = new HangingTransactions(admin, member.breaker()::troubled, clocks.wall(), failures);
    around.metrics().values(SchedulerMeter.HANGING_TRANSACTIONS, hanging::byPartition);
    backlog =
        new Backlog(
            new CommandLogs(admin, settings.names()),
            placement::owned,
            clocks.wall(),
            clocks.ticker(),
            failures);
    backlog.show(around.metrics());
  }

  void start() {
    orphaned.start();
    hanging.start();
    backlog.start();
  }

  void addTo(ShutdownSteps opened) {
    opened.add("hanging transactions", deadline -> hanging.close());
    opened.add("takeover", deadline -> orphaned.close());
    opened.add("backlog", deadline -> backlog.close());
  }

  /** Lines about commands that wait for the end of a sender's transaction. */
  List<String> blocked() {
    return backlog.blocked();
  }

  /** Number of unread commands by partition; a partition whose number is not known is missing. */
  Map<Integer, Long> unread() {
    return backlog.unread();
  }

  /** Parts of a group member that these tasks use. */
  record Member(StreamsPlacement placement, BoundedPollClients clients, CircuitBreaker breaker) {}
}
