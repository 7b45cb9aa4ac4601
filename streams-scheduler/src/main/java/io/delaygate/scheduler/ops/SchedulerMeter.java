package io.delaygate.scheduler.ops;

import java.util.List;

/**
 * Catalogue of the scheduler's metrics: kind, name, help text and labels. The README's table is
 * generated from it.
 */
public enum SchedulerMeter {
  LATENESS(
      Kind.HISTOGRAM,
      "delaygate_lateness_seconds",
      "Emit time minus due time of delivered jobs, before the commit."),
  LATENESS_COMMITTED(
      Kind.HISTOGRAM,
      "delaygate_lateness_committed_seconds",
      "Commit time minus due time: from then on `read_committed` readers get the job."),
  DELIVERED(
      Kind.COUNTER,
      "delaygate_delivered_total",
      "Jobs, and attempts, sent to a target or offered in a queue.",
      "topic"),
  COMMANDS(Kind.COUNTER, "delaygate_commands_total", "Commands carried out.", "outcome"),
  COMMAND_SECONDS(
      Kind.HISTOGRAM,
      "delaygate_command_seconds",
      "From the time of a command's record to its outcome: how far reading is behind."),
  REJECTED(
      Kind.COUNTER, "delaygate_rejected_total", "Commands rejected to the dead letters.", "reason"),
  FAILED_ATTEMPTS(
      Kind.COUNTER,
      "delaygate_failed_attempts_total",
      "Attempts of acknowledged jobs that were given back or timed out.",
      "topic"),
  UNDELIVERABLE(
      Kind.COUNTER,
      "delaygate_undeliverable_total",
      "Jobs that became dead letters.",
      "topic",
      "reason"),
  EXPIRED(
      Kind.COUNTER, "delaygate_expired_total", "Jobs that were not delivered before their expiry."),
  REPLIES_DROPPED(
      Kind.COUNTER,
      "delaygate_replies_dropped_total",
      "Outcomes whose reply topic could not take them."),
  REROUTED(
      Kind.COUNTER,
      "delaygate_rerouted_total",
      "Commands that lay in a partition that does not own their id."),
  PARKED(
      Kind.COUNTER,
      "delaygate_parked_total",
      "Due jobs parked: their target took no records, or was paused or limited; or they wait for an"
          + " earlier job of their sequence.",
      "topic"),
  ALARMS(
      Kind.COUNTER,
      "delaygate_failure_alarms_total",
      "How often a target's failures passed the threshold of its alarm.",
      "topic"),
  LOOKED_AT(
      Kind.COUNTER,
      "delaygate_jobs_looked_at_total",
      "Jobs looked at as their time had come; parked ones again and again."),
  RESTORED(
      Kind.COUNTER,
      "delaygate_restored_records_total",
      "Records that stores of active tasks lacked and read from their changelog."),
  THREAD_RESTARTS(
      Kind.COUNTER, "delaygate_thread_restarts_total", "Stream threads replaced after a failure."),
  BACKGROUND_FAILURES(
      Kind.COUNTER,
      "delaygate_background_failures_total",
      "Unexpected failures of tasks that run in the background; each runs again.",
      "task"),
  REQUESTS_SKIPPED(
      Kind.COUNTER,
      "delaygate_requests_skipped_total",
      "Commands deleted from their topic before they were read: these are lost."),
  POSITIONS_LOST(
      Kind.COUNTER,
      "delaygate_positions_lost_total",
      "Partitions of commands that did not go on where reading had stopped.",
      "reason"),
  COMMITS(Kind.COUNTER, "delaygate_commits_total", "Commits of stream threads."),
  ABORTS(
      Kind.COUNTER,
      "delaygate_transaction_aborts_total",
      "Transactions that stream threads aborted; what was in them is done again."),
  REBALANCES(
      Kind.COUNTER,
      "delaygate_rebalances_total",
      "How often partitions were distributed anew with this instance in it."),
  PENDING(
      Kind.GAUGE,
      "delaygate_pending_jobs",
      "Jobs in the stores of this instance's active tasks, without dead letters."),
  JOBS(
      Kind.GAUGE,
      "delaygate_jobs",
      "The same, and dead letters, by what they wait for.",
      "topic",
      "state"),
  PARKED_JOBS(
      Kind.GAUGE,
      "delaygate_parked_jobs",
      "Parked jobs by the reason why their target gets no records now.",
      "topic",
      "reason"),
  NEXT_WAKE(
      Kind.GAUGE,
      "delaygate_next_wake_timestamp_seconds",
      "Before this nothing happens to a job, parked ones aside; absent while nothing will."),
  OVERDUE(
      Kind.GAUGE,
      "delaygate_overdue_seconds",
      "For how long the earliest job has been due, uncommitted ones too, parked ones not; or 0."),
  CLOCK_OFFSET(
      Kind.GAUGE,
      "delaygate_clock_offset_seconds",
      "How far the clock is ahead of a broker's, negative behind; absent while it is not known.",
      "broker"),
  HANGING_TRANSACTIONS(
      Kind.GAUGE,
      "delaygate_hanging_transactions",
      "1 for a partition with a transaction that brokers will not end; absent without one.",
      "partition"),
  SET_ASIDE(
      Kind.GAUGE,
      "delaygate_set_aside_stores",
      "Damaged directories of stores that were set aside and that nobody has removed yet."),
  STORES_WAITING_FOR_DISK(
      Kind.GAUGE,
      "delaygate_stores_waiting_for_disk",
      "Stores that wait for disk space; the jobs of their partitions wait too."),
  REFUSED_TOPICS(
      Kind.GAUGE,
      "delaygate_refused_topics",
      "How many things about an own topic keep a scheduler from starting with it; absent when all is"
          + " well.",
      "topic"),
  STREAM_THREADS(
      Kind.GAUGE,
      "delaygate_stream_threads",
      "Stream threads that run, and neither start nor die."),
  STORE_LAG(
      Kind.GAUGE,
      "delaygate_store_lag_records",
      "How far the local store that is furthest behind is, active or standby; NaN while the brokers"
          + " do not tell."),
  RESTORE_LEFT(
      Kind.GAUGE,
      "delaygate_restore_records_left",
      "The same of all local stores together: what a restore has before it."),
  REQUESTS_LAG(
      Kind.GAUGE,
      "delaygate_requests_lag_records",
      "Commands in this instance's partitions that were not read yet: end offsets minus the"
          + " group's positions. NaN while the brokers do not tell."),
  OPEN_TRANSACTION(
      Kind.GAUGE,
      "delaygate_oldest_open_transaction_seconds",
      "For how long the oldest transaction has been open that holds up commands of this instance's"
          + " partitions; 0 for none, NaN while the brokers do not tell."),
  RETENTION(
      Kind.GAUGE,
      "delaygate_requests_retention_seconds",
      "`retention.ms` of the topic of commands when the instance started; +Inf when it keeps all,"
          + " NaN when it may not be read."),
  PRODUCE_SECONDS(
      Kind.GAUGE,
      "delaygate_produce_request_seconds",
      "How long brokers took for a request of the slowest producer, on average over half a minute."),
  THROTTLE_SECONDS(
      Kind.GAUGE,
      "delaygate_throttle_seconds",
      "Longest time for which brokers held back a client within the last minute, because of its"
          + " quota."),
  BLOCK_CACHE(
      Kind.GAUGE,
      "delaygate_rocksdb_block_cache_bytes",
      "Blocks in memory, bounded by `rocksdb.block.cache.bytes`."),
  WRITE_BUFFERS(
      Kind.GAUGE,
      "delaygate_rocksdb_write_buffer_bytes",
      "What is not on disk yet, bounded by `rocksdb.write.buffer.bytes`."),
  DISK_FREE(Kind.GAUGE, "delaygate_state_disk_free_bytes", "Room on the disk of `state.dir`."),
  DISK_SIZE(Kind.GAUGE, "delaygate_state_disk_size_bytes", "Size of that disk.");

  private final Kind kind;
  private final String metricName;
  private final String help;
  private final List<String> labels;

  SchedulerMeter(Kind kind, String metricName, String help, String... labels) {
    this.kind = kind;
    this.metricName = metricName;
    this.help = help;
    this.labels = List.of(labels);
  }

  /** Metric type of Prometheus. */
  public enum Kind {
    COUNTER,
    GAUGE,
    HISTOGRAM
  }

  /** Metric type. */
  public Kind kind() {
    return kind;
  }

  /** Name in Prometheus; its end names the unit. */
  public String metricName() {
    return metricName;
  }

  /** Help text, one line. */
  public String help() {
    return help;
  }

  /** Labels in their order. */
  public List<String> labels() {
    return labels;
  }
}
