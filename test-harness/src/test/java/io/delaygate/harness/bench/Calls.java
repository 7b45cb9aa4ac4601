package io.delaygate.harness.bench;

import io.delaygate.harness.queues.Connection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Connections that repeat the same call in parallel. One thread serves all of them, because on two
 * cores the wake-ups of a thread for each would slow down the server.
 *
 * @param perSecond rate of all connections together; 0 = no limit
 * @param micros time from the planned start of a call to its answer
 */
record Calls(int port, Call call, int connections, int perSecond, Histogram micros) {
  Calls(int port, Call call, int connections, int perSecond) {
    this(port, call, connections, perSecond, new Histogram(3));
  }

  /** The repeated call. */
  record Call(String method, String path, String body) {
    static Call post(String path, String body) {
      return new Call("POST", path, body);
    }
  }

  /** Calls for this time; returns the answers per second. */
  double perSecond(Duration time) {
    var callers = new ArrayList<Caller>();
    try (var selector = Selector.open()) {
      for (var i = 0; i < connections; i++) {
        callers.add(new Caller(port, call, selector));
      }
      return call(selector, callers, time) * 1_000.0 / time.toMillis();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      callers.forEach(Caller::close);
    }
  }

  /** Returns the number of answers; waits for those of all calls. */
  private int call(Selector selector, List<Caller> callers, Duration time) throws IOException {
    var gap = perSecond == 0 ? 0 : 1_000_000_000L * connections / perSecond;
    var start = System.nanoTime();
    var end = start + time.toNanos();
    callers.forEach(caller -> caller.callAt(start));
    var answered = 0;
    for (var now = start; now < end || callers.stream().anyMatch(Caller::waits); now = now()) {
      if (now > end + Connection.LIMIT.toNanos()) {
        throw new IllegalStateException("a call was not answered within " + Connection.LIMIT);
      }
      var next = now < end ? send(callers, now, end) : now + Connection.LIMIT.toNanos();
      answered += read(selector, next - now(), gap);
    }
    return answered;
  }

  /** Sends the due calls; returns the time of the next one, or the end. */
  private static long send(List<Caller> callers, long now, long end) throws IOException {
    var next = end;
    for (var caller : callers) {
      if (caller.waits()) {
        continue;
      }
      if (caller.at() <= now) {
        caller.send();
      } else {
        next = Math.min(next, caller.at());
      }
    }
    return next;
  }

  private int read(Selector selector, long nanos, long gap) throws IOException {
    var millis = TimeUnit.NANOSECONDS.toMillis(nanos);
    if (millis > 0) {
      selector.select(millis);
    } else {
      selector.selectNow();
    }
    var answered = 0;
    for (var key : selector.selectedKeys()) {
      if (isAnswered(key, gap)) {
        answered++;
      }
    }
    selector.selectedKeys().clear();
    return answered;
  }

  /**
   * Records the time since the planned start, so that a slow answer does not hide the delay of
   * later calls.
   */
  private boolean isAnswered(SelectionKey key, long gap) throws IOException {
    var caller = (Caller) key.attachment();
    if (!caller.read()) {
      return false;
    }
    micros.recordValue((now() - caller.at()) / 1_000);
    caller.callAt(gap == 0 ? now() : caller.at() + gap);
    return true;
  }

  private static long now() {
    return System.nanoTime();
  }
}
