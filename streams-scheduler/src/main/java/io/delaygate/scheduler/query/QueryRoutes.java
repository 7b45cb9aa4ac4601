package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.query.JobLister.EndedPage;
import io.delaygate.scheduler.query.JobLister.Page;
import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import io.delaygate.scheduler.view.JobView;
import io.delaygate.scheduler.view.WaitReason;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.service.query.QueryPath;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Table of the {@code /internal/v1} routes and their handlers. Thread-safe. */
final class QueryRoutes {
  private final PartitionReads reads;
  private final Executor threads;
  private final LongSupplier clock;
  private final LongSupplier ticker;
  private final ScanLimit scans = new ScanLimit();
  private final JobLister lister;
  private final JobCounter counter;
  private final ReadyJobs ready;
  private final CommitBarrier commits;
  private final OverdueCounter overdue;

  /**
   * Routes.
   *
   * @param threads may block; they write the answers that have to be waited for
   * @param clock epoch milliseconds
   * @param ticker monotonic nanoseconds
   */
  QueryRoutes(PartitionReads reads, Executor threads, LongSupplier clock, LongSupplier ticker) {
    this.reads = reads;
    this.threads = threads;
    this.clock = clock;
    this.ticker = ticker;
    this.lister = new JobLister(this::listed, ticker);
    this.counter = new JobCounter(reads.retention(), ticker);
    this.overdue = new OverdueCounter(ticker);
    this.commits = new CommitBarrier(reads, threads);
    this.ready = new ReadyJobs(this::view, threads, ticker);
  }

  void add(RoutesConfig routes) {
    routes.before(QuestionParameters::refuseUnknown);
    routes.before(JobIdPath.PREFIX + "*", JobIdPath::check);
    routes.get(QueryPath.ASSIGNMENT, this::assignment);
    routes.get(QueryPath.JOBS, this::list);
    routes.get(JobIdPath.PREFIX + "{id}", this::get);
    routes.get(QueryPath.ENDED, this::ended);
    routes.get(QueryPath.READY, this::peekReady);
    routes.post(QueryPath.READY, this::reserveReady);
    routes.post(QueryPath.READY_NEWS, this::readyNews);
    routes.get(QueryPath.COMMITTED, this::committed);
    routes.get(QueryPath.STATS, this::stats);
    routes.get(QueryPath.OVERVIEW, this::overview);
    routes.get(QueryPath.TRENDS, this::trends);
    routes.get(QueryPath.HEALTH, this::health);
    routes.get("/internal/v1/partitions/{partition}/audit", this::audit);
  }

  private void assignment(Context context) {
    var answer = object().put("partitions", reads.placement().partitions());
    var list = answer.putArray("instances");
    for (var instance : reads.placement().instances()) {
      var entry = list.addObject().put("url", instance.url());
      instance.active().stream().sorted().forEach(entry.putArray("active")::add);
      instance.standby().stream().sorted().forEach(entry.putArray("standby")::add);
    }
    QueryServer.write(context, 200, answer);
  }

  private void get(Context context) {
    var id = JobIdPath.of(context);
    var partition = id.partition(reads.placement().partitions());
    if (partition.isEmpty()) {
      throw QueryRefusal.notUnderstood("id: it names a partition that does not exist");
    }
    var read = reads.of(Set.of(partition.getAsInt())).get(0);
    var job = reads.retention().seen(read.jobs().find(id), clock.getAsLong());
    var answer = marked(List.of(read));
    if (job != null) {
      JobAnswer.put(answer, job, view(job));
    }
    putRejection(answer, id, partition.getAsInt());
    QueryServer.write(context, job == null ? 404 : 200, answer);
  }

  /** Adds the latest rejection of the id, and since when each would be known. */
  private void putRejection(ObjectNode answer, JobId id, int partition) {
    var nowMs = clock.getAsLong();
    var rejections = reads.condition().rejections();
    rejections.find(id, nowMs).ifPresent(it -> it.put(answer.putObject("rejected")));
    rejections.completeFromMs(partition, nowMs).ifPresent(ms -> answer.put("rejectionsFromMs", ms));
  }

  private ObjectNode view(KnownJob job) {
    return JobView.of(job, reads.reasons(), clock.getAsLong());
  }

  /** An entry of a listing, which has the result that a call for a single job shows beside it. */
  private ObjectNode listed(KnownJob job) {
    var view = view(job);
    if (job instanceof EndedJob ended && ended.result() != null) {
      view.put("result", ended.result());
    }
    return view;
  }

  private void list(Context context) {
    var asked = new QuestionParameters(context);
    var page = new Page(asked.filter(), asked.limit(), asked.after());
    var partitions = reads.of(asked.partitions(reads.placement().partitions()));
    var answer = marked(partitions);
    answer.setAll(scans.scan(context, () -> lister.list(partitions, page)));
    QueryServer.write(context, 200, answer);
  }

  private void ended(Context context) {
    var asked = new QuestionParameters(context);
    var fromMs = reads.retention().startAt(clock.getAsLong());
    var page = new EndedPage(asked.endedFilter(), fromMs, asked.limit(), asked.endedAfter());
    var partitions = reads.of(asked.partitions(reads.placement().partitions()));
    var answer = marked(partitions);
    answer.setAll(scans.scan(context, () -> lister.list(partitions, page)));
    QueryServer.write(context, 200, answer);
  }

  private void peekReady(Context context) {
    var asked = new QuestionParameters(context);
    var answer = ready.peek(active(asked), asked.queue(), asked.limit());
    QueryServer.write(context, 200, answer);
  }

  private void reserveReady(Context context) {
    var asked = new QuestionParameters(context);
    var leases = asked.leases();
    var partitions = active(asked);
    context.future(
        () ->
            ready
                .reserve(partitions, asked.queue(), leases)
                .thenAccept(answer -> QueryServer.writeDelayed(context, answer)));
  }

  /** Only of active tasks: a standby may show jobs that other callers have by now. */
  private List<PartitionRead> active(QuestionParameters asked) {
    var partitions = reads.of(asked.partitions(reads.placement().partitions()));
    var standbys = partitions.stream().filter(PartitionRead::isStale).toList();
    if (!standbys.isEmpty()) {
      throw QueryRefusal.notHere(standbys.stream().map(PartitionRead::partition).toList());
    }
    return partitions;
  }

  /** Answers when one of the queues got a job, or after some seconds. */
  private void readyNews(Context context) {
    var asked = ReadyNewsQuery.of(context);
    var told =
        reads.readyNews().after(asked.asker(), asked.since(), asked.topics(), asked.unseen());
    var nothing = reads.readyNews().news(asked.since(), Set.of());
    context.future(
        () ->
            told.completeOnTimeout(nothing, ReadyNewsQuery.WAIT.toMillis(), TimeUnit.MILLISECONDS)
                .thenAcceptAsync(
                    news -> QueryServer.writeDelayed(context, ReadyNewsQuery.told(news)), threads));
  }

  private void committed(Context context) {
    var commands = commits.commands(context);
    context.future(
        () ->
            commits
                .await(commands)
                .thenAccept(answer -> QueryServer.writeDelayed(context, answer)));
  }

  private void stats(Context context) {
    var asked = new QuestionParameters(context).partitions(reads.placement().partitions());
    QueryServer.write(context, 200, counted(reads.of(asked)));
  }

  /** Statistics, state and due timeline of the partitions of this instance only. */
  private void overview(Context context) {
    var asked = new QuestionParameters(context);
    var fromMs = asked.from();
    var own = reads.active();
    var answer = counted(own);
    reads.condition().put(answer);
    var timeline = new DueTimeline(own, fromMs, asked.namespace(), ticker);
    scans.scan(
        context,
        () -> {
          timeline.put(answer);
          if (asked.namespace() == null) {
            putOverdue(answer, own);
          }
          return answer;
        });
    QueryServer.write(context, 200, answer);
  }

  private void putOverdue(ObjectNode answer, List<PartitionRead> own) {
    var nowMs = clock.getAsLong();
    var counts = overdue.count(own, nowMs);
    var jobs = OverdueCounter.jobs(counts);
    var json = answer.putObject("overdue");
    json.put("jobs", jobs.values().stream().mapToLong(Long::longValue).sum());
    json.put("isExact", counts.values().stream().allMatch(OverdueCounter.Overdue::isExact));
    reads
        .trends()
        .backlog()
        .drainPerSecond(nowMs, jobs)
        .ifPresent(rate -> json.put("drainPerSecond", rate));
  }

  private void trends(Context context) {
    var fromMs = new QuestionParameters(context).from();
    var answer = object().put("asOfMs", clock.getAsLong());
    reads.trends().put(answer.putArray("minutes"), fromMs);
    QueryServer.write(context, 200, answer);
  }

  /** Statistics, state and facts of this instance. Cheaper than an overview: it scans nothing. */
  private void health(Context context) {
    var own = reads.active();
    var answer = counted(own);
    FirstParkedJobs.put(own, answer.path("parked"));
    reads.condition().put(answer);
    reads.condition().putFacts(answer);
    reads.condition().rejections().putWithDetails(answer, clock.getAsLong());
    QueryServer.write(context, 200, answer);
  }

  private ObjectNode counted(List<PartitionRead> partitions) {
    var nowMs = clock.getAsLong();
    var unread = reads.condition().unread();
    var answer = object().put("asOfMs", nowMs);
    HistoryView.putBounds(answer, reads.retention());
    var list = answer.putArray("partitions");
    var waiting = new TreeMap<String, Boolean>();
    for (var partition : partitions) {
      var counts = counter.count(partition, nowMs);
      var lag = partition.isStale() ? null : unread.get(partition.partition());
      if (lag != null) {
        counts.put("lag", lag);
      }
      list.add(counts);
      counts.path("counts").forEach(count -> addParked(count, waiting));
    }
    var parked = answer.putArray("parked");
    waiting.forEach(
        (topic, isForTurns) -> {
          var why = isForTurns ? WaitReason.TURNS : reads.reasons().ofTopic(topic, nowMs);
          why.put(parked.addObject().put("topic", topic));
        });
    reads.remade().put(answer);
    reads.condition().rejections().put(answer, nowMs);
    return answer;
  }

  private static void addParked(JsonNode count, Map<String, Boolean> topics) {
    if (count.path("state").asText().equals(JobState.PARKED.name())) {
      topics.merge(
          count.path("topic").asText(), count.path("turns").asBoolean(), Boolean::logicalAnd);
    }
  }

  /** Counts and jobs of one moment exist only where they are written, not on a standby. */
  private void audit(Context context) {
    var number = context.pathParam("partition");
    var partition = QuestionParameters.partition(number, reads.placement().partitions());
    var read = reads.of(Set.of(partition)).get(0);
    var task = read.task();
    if (task == null) {
      throw QueryRefusal.notHere(Set.of(partition));
    }
    QueryServer.write(context, 200, scans.scan(context, () -> counter.audit(read)));
  }

  private ObjectNode marked(List<PartitionRead> partitions) {
    return object()
        .put("stale", partitions.stream().anyMatch(PartitionRead::isStale))
        .put("asOfMs", clock.getAsLong());
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
