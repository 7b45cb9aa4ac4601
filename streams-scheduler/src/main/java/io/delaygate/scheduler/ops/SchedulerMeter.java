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
      "Emit time minus due time of delivered jobs, measured before the commit."),
  LATENESS_COMMITTED(
      Kind.HISTOGRAM,
      "delaygate_lateness_committed_seconds",
      "Commit time minus due time: `read_committed` consumers see the job from the commit on."),
  DELIVERED(
      Kind.COUNTER,
      "delaygate_delivered_total",
      "Jobs and attempts that were sent to a target or offered in a queue.",
      "topic"),
  COMMANDS(Kind.COUNTER, "delaygate_commands_total", "Commands carried out.", "outcome"),
  COMMAND_SECONDS(
      Kind.HISTOGRAM,
      "delaygate_command_seconds",
      "Time from a command's record to its outcome: the delay of reading."),
  REJECTED(
      Kind.COUNTER,
      "delaygate_rejected_total",
      "Commands that were rejected to the dead letters.",
      "reason"),
  FAILED_ATTEMPTS(
      Kind.COUNTER,
      "delaygate_failed_attempts_total",
      "Attempts of acknowledged jobs that were released or timed out.",
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
      "Outcomes that were dropped because their reply topic took no records."),
  REROUTED(
      Kind.COUNTER,
      "delaygate_rerouted_total",
      "Commands that were found in a partition that does not own their id."),
  PARKED(
      Kind.COUNTER,
      "delaygate_parked_total",
      "Due jobs that were parked: their target took no records, was paused or rate-limited, or"
          + " they wait for an earlier job of their sequence.",
      "topic"),
  ALARMS(
      Kind.COUNTER,
      "delaygate_failure_alarms_total",
      "Times that a target's failures passed the threshold of its alarm.",
      "topic"),
  LOOKED_AT(
      Kind.COUNTER,
      "delaygate_jobs_looked_at_total",
      "Jobs examined because their time had come; parked ones are examined repeatedly."),
  RESTORED(
      Kind.COUNTER,
      "delaygate_restored_records_total",
      "Records that stores of active tasks restored from their changelogs."),
  HISTORY_CUT(
      Kind.COUNTER,
      "delaygate_history_cut_total",
      "Entries of the history that were removed before their retention ended, because it was"
          + " larger than `history.max.bytes`."),
  THREAD_RESTARTS(
      Kind.COUNTER,
      "delaygate_thread_restarts_total",
      "Stream threads that were replaced after a failure."),
  BACKGROUND_FAILURES(
      Kind.COUNTER,
      "delaygate_background_failures_total",
      "Unexpected failures of background tasks; a failed task runs again.",
      "task"),
  REQUESTS_SKIPPED(
      Kind.COUNTER,
      "delaygate_requests_skipped_total",
      "Commands that were deleted from their topic before they were read: they are lost."),
  POSITIONS_LOST(
      Kind.COUNTER,
      "delaygate_positions_lost_total",
      "Command partitions whose reading could not continue at the last position.",
      "reason"),
  COMMITS(Kind.COUNTER, "delaygate_commits_total", "Commits of stream threads."),
  ABORTS(
      Kind.COUNTER,
      "delaygate_transaction_aborts_total",
      "Transactions that stream threads aborted; their work is repeated."),
  REBALANCES(
      Kind.COUNTER,
      "delaygate_rebalances_total",
      "Rebalances of the group in which this instance took part."),
  PENDING(
      Kind.GAUGE,
      "delaygate_pending_jobs",
      "Pending jobs in the stores of this instance's active tasks, dead letters excluded."),
  JOBS(
      Kind.GAUGE,
      "delaygate_jobs",
      "Jobs in the stores of this instance's active tasks by state, dead letters included.",
      "topic",
      "state"),
  HISTORY_ENTRIES(
      Kind.GAUGE,
      "delaygate_history_entries",
      "Ended jobs in the stores of this instance's active tasks."),
  HISTORY_BYTES(
      Kind.GAUGE,
      "delaygate_history_bytes",
      "Size of these entries, before compression; `history.max.bytes` bounds that of each"
          + " partition."),
  PARKED_JOBS(
      Kind.GAUGE,
      "delaygate_parked_jobs",
      "Parked jobs by the reason why their target receives no records now.",
      "topic",
      "reason"),
  NEXT_WAKE(
      Kind.GAUGE,
      "delaygate_next_wake_timestamp_seconds",
      "Next wake-up time: nothing happens to a job before it, parked jobs excluded; absent while"
          + " no job waits."),
  OVERDUE(
      Kind.GAUGE,
      "delaygate_overdue_seconds",
      "Seconds for which the earliest job has been due, uncommitted jobs included, parked ones"
          + " excluded; 0 if none is due."),
  CLOCK_OFFSET(
      Kind.GAUGE,
      "delaygate_clock_offset_seconds",
      "Offset of this instance's clock ahead of a broker's clock; negative if behind, absent if"
          + " not known.",
      "broker"),
  HANGING_TRANSACTIONS(
      Kind.GAUGE,
      "delaygate_hanging_transactions",
      "1 for a partition with a transaction that brokers will not end; absent otherwise.",
      "partition"),
  SET_ASIDE(
      Kind.GAUGE,
      "delaygate_set_aside_stores",
      "Damaged store directories that were set aside and not removed yet."),
  STORES_WAITING_FOR_DISK(
      Kind.GAUGE,
      "delaygate_stores_waiting_for_disk",
      "Stores that wait for disk space; the jobs of their partitions wait as well."),
  REFUSED_TOPICS(
      Kind.GAUGE,
      "delaygate_refused_topics",
      "Deviations of an own topic that keep a scheduler from starting; absent if there are none.",
      "topic"),
  STREAM_THREADS(
      Kind.GAUGE,
      "delaygate_stream_threads",
      "Stream threads in state RUNNING, neither starting nor dying."),
  STORE_LAG(
      Kind.GAUGE,
      "delaygate_store_lag_records",
      "Records that the most delayed local store, active or standby, is behind its changelog;"
          + " NaN while the brokers do not answer."),
  RESTORE_LEFT(
      Kind.GAUGE,
      "delaygate_restore_records_left",
      "Records that all local stores together are behind their changelogs: what is left to"
          + " restore."),
  REQUESTS_LAG(
      Kind.GAUGE,
      "delaygate_requests_lag_records",
      "Commands in this instance's partitions that were not read yet: end offsets minus the"
          + " group's positions; NaN while the brokers do not answer."),
  OPEN_TRANSACTION(
      Kind.GAUGE,
      "delaygate_oldest_open_transaction_seconds",
      "Age of the oldest open transaction that blocks commands of this instance's partitions; 0"
          + " if there is none, NaN while the brokers do not answer."),
  RETENTION(
      Kind.GAUGE,
      "delaygate_requests_retention_seconds",
      "`retention.ms` of the command topic when the instance started; +Inf if it is unlimited,"
          + " NaN if it cannot be read."),
  PRODUCE_SECONDS(
      Kind.GAUGE,
      "delaygate_produce_request_seconds",
      "Time that brokers took for a request of the slowest producer, average of half a minute."),
  THROTTLE_SECONDS(
      Kind.GAUGE,
      "delaygate_throttle_seconds",
      "Longest time for which brokers throttled a client because of its quota in the last minute."),
  BLOCK_CACHE(
      Kind.GAUGE,
      "delaygate_rocksdb_block_cache_bytes",
      "RocksDB blocks in memory, bounded by `rocksdb.block.cache.bytes`."),
  WRITE_BUFFERS(
      Kind.GAUGE,
      "delaygate_rocksdb_write_buffer_bytes",
      "RocksDB data that is not on disk yet, bounded by `rocksdb.write.buffer.bytes`."),
  DISK_FREE(
      Kind.GAUGE, "delaygate_state_disk_free_bytes", "Free space on the disk of `state.dir`."),
  DISK_SIZE(Kind.GAUGE, "delaygate_state_disk_size_bytes", "Size of the disk of `state.dir`.");

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
