package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.http.AnswerLater;
import io.delaygate.gateway.queues.AwaitJob;
import io.delaygate.gateway.queues.HandOut;
import io.delaygate.gateway.queues.Held;
import io.delaygate.gateway.queues.ReserveJobs;
import io.delaygate.gateway.settings.QueueSettings;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import org.eclipse.jetty.http.HttpStatus;

/** {@code GET /api/:ns/:queue[,:queue...]}: hands out jobs. */
final class ConsumeJobs {
  private static final long USUAL_TTR = 120;
  private static final int MOST = 100;

  private final ReserveJobs reserve;
  private final AnswerLater later;
  private final LeaseBook book;
  private final Clock clock;
  private final Bounds bounds;

  /** How long callers may wait, and what topics are called. */
  record Bounds(Duration longestWait, TopicNames names) {}

  /**
   * Hands out along these steps.
   *
   * @param book is told by which lease
   * @param clock what ages are told by
   */
  ConsumeJobs(ReserveJobs reserve, AnswerLater later, LeaseBook book, Clock clock, Bounds bounds) {
    this.reserve = reserve;
    this.later = later;
    this.book = book;
    this.clock = clock;
    this.bounds = bounds;
  }

  /** Handles the call. */
  void get(Context ctx) {
    var wish = wish(ctx);
    var from = from(ctx);
    later.run(
        ctx, claim -> reserve.reserve(ctx, from, wish, given -> write(ctx, wish.count(), given)));
  }

  /** No attempt is shorter than a second, as it would be over before it arrives. */
  private ReserveJobs.Wish wish(Context ctx) {
    var longest = QueueSettings.LONGEST_LEASE.toSeconds();
    var ttr = Duration.ofSeconds(Numbers.of(ctx, "ttr", USUAL_TTR, 0, longest));
    var timeout = Duration.ofSeconds(Numbers.of(ctx, "timeout", 0, 0, Numbers.UINT32));
    var count = (int) Numbers.of(ctx, "count", 1, 1, MOST);
    var wait = timeout.compareTo(bounds.longestWait()) > 0 ? bounds.longestWait() : timeout;
    return new ReserveJobs.Wish(
        count, wait, Math.max(ttr.toMillis(), QueueSettings.SHORTEST_LEASE.toMillis()));
  }

  private ReserveJobs.From from(Context ctx) {
    var names = new LinkedHashSet<>(Arrays.asList(Place.of(ctx).queue().split(",", -1)));
    if (names.contains("") || names.size() > Place.QUEUES_MOST) {
      throw Refusal.invalid("invalid queue name(s)");
    }
    var queues = new ArrayList<HandOut.Queue>();
    var replies = new ArrayList<AwaitJob.Wanted>();
    var ids = Access.caller(ctx).ids();
    for (var name : names) {
      if (Place.isNamedAfterJob(name)) {
        replies.add(new AwaitJob.Wanted(name, ids.existing(Place.reply(name))));
      } else {
        queues.add(Place.queue(ctx, bounds.names(), name));
      }
    }
    return new ReserveJobs.From(queues, replies);
  }

  private void write(Context ctx, int count, List<Held> given) {
    if (given.isEmpty()) {
      Answers.write(ctx, HttpStatus.NOT_FOUND_404, Answers.msg("no job available"));
      return;
    }
    var jobs = new JobObject(Access.caller(ctx).namespace(), clock.millis());
    for (var held : given) {
      var key = new LeaseBook.Key(held.queue(), held.job().id().text(), ctx.ip());
      book.add(key, held.claim(), held.leaseMs());
    }
    if (count == 1) {
      Answers.write(ctx, HttpStatus.OK_200, jobs.consumed(given.get(0)));
      return;
    }
    var list = Answers.object().arrayNode();
    given.forEach(held -> list.add(jobs.consumed(held)));
    Answers.write(ctx, HttpStatus.OK_200, list);
  }
}
