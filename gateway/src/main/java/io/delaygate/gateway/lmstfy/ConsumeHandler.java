package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.queues.JobByIdDispatcher;
import io.delaygate.gateway.queues.LeasedJob;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.gateway.queues.ReserveHandler;
import io.delaygate.gateway.settings.QueueSettings;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Handler of {@code GET /api/:ns/:queue[,:queue...]}: reserves jobs and returns them.
 *
 * @param book records the lease of each job that is returned
 */
record ConsumeHandler(LmstfyPool pool, LeaseBook book, Duration longestWait) {
  private static final long USUAL_TTR = 120;
  private static final int MOST = 100;

  /** Handles the call. */
  void get(Context ctx) {
    var wish = wish(ctx);
    var from = from(ctx);
    var reserve = pool.queues().reserve();
    pool.steps()
        .later()
        .run(
            ctx,
            claim -> reserve.reserve(ctx, from, wish, given -> write(ctx, wish.count(), given)));
  }

  /** A lease is at least one second long: a shorter one would end before the job arrives. */
  private ReserveHandler.Wish wish(Context ctx) {
    var longest = QueueSettings.LONGEST_LEASE.toSeconds();
    var ttr = Duration.ofSeconds(QueryNumbers.of(ctx, "ttr", USUAL_TTR, 0, longest));
    var timeout = Duration.ofSeconds(QueryNumbers.of(ctx, "timeout", 0, 0, QueryNumbers.UINT32));
    var count = (int) QueryNumbers.of(ctx, "count", 1, 1, MOST);
    var wait = timeout.compareTo(longestWait) > 0 ? longestWait : timeout;
    return new ReserveHandler.Wish(
        count, wait, Math.max(ttr.toMillis(), QueueSettings.SHORTEST_LEASE.toMillis()));
  }

  private ReserveHandler.From from(Context ctx) {
    var names = new LinkedHashSet<>(Arrays.asList(LmstfyPath.of(ctx).queue().split(",", -1)));
    if (names.contains("") || names.size() > LmstfyPath.QUEUES_MOST) {
      throw LmstfyError.invalid("invalid queue name(s)");
    }
    var queues = new ArrayList<QueueDispatcher.Queue>();
    var replies = new ArrayList<JobByIdDispatcher.Wanted>();
    var ids = AccessGuard.caller(ctx).ids();
    for (var name : names) {
      if (LmstfyPath.isNamedAfterJob(name)) {
        replies.add(new JobByIdDispatcher.Wanted(name, ids.existing(LmstfyPath.reply(name))));
      } else {
        queues.add(LmstfyPath.queue(ctx, pool.names(), name));
      }
    }
    return new ReserveHandler.From(queues, replies);
  }

  private void write(Context ctx, int count, List<LeasedJob> given) {
    if (given.isEmpty()) {
      LmstfyJsonWriter.write(
          ctx, HttpStatus.NOT_FOUND_404, LmstfyJsonWriter.msg("no job available"));
      return;
    }
    var jobs = new JobObject(AccessGuard.caller(ctx).namespace(), pool.clock().millis());
    for (var held : given) {
      var key = new LeaseBook.Key(held.queue(), held.job().id().text(), ctx.ip());
      book.add(key, held.claim(), held.leaseMs());
    }
    if (count == 1) {
      LmstfyJsonWriter.write(ctx, HttpStatus.OK_200, jobs.consumed(given.get(0)));
      return;
    }
    var list = LmstfyJsonWriter.object().arrayNode();
    given.forEach(held -> list.add(jobs.consumed(held)));
    LmstfyJsonWriter.write(ctx, HttpStatus.OK_200, list);
  }
}
