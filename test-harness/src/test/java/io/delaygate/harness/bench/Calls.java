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
 * Connections that make the same call at the same time, again and again. One thread has them all:
 * on two cores, what a thread for each costs to wake is the server's loss.
 *
 * @param perSecond of all together; 0 = as fast as they are answered
 * @param micros how long answers took
 */
record Calls(int port, Call call, int connections, int perSecond, Histogram micros) {
  Calls(int port, Call call, int connections, int perSecond) {
    this(port, call, connections, perSecond, new Histogram(3));
  }

  /** What is called. */
  record Call(String method, String path, String body) {
    static Call post(String path, String body) {
      return new Call("POST", path, body);
    }
  }

  /** Calls for so long; how many were answered in a second. */
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

  /** How many were answered; what was called before the end is waited for. */
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

  /** What is due; when there is more, at the latest at the end. */
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

  /** Counted from when a call should have begun: a slow answer must not hide those behind it. */
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
