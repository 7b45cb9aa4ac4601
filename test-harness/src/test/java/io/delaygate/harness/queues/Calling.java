package io.delaygate.harness.queues;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delaygate.harness.process.Service;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Caller of gateways, one call at a time, that changes to the next gateway when one is gone. For
 * one thread.
 */
final class Calling implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<? extends Service> gateways;
  private int turn;
  private @Nullable Connection connection;

  /** A caller that begins with the gateway of this number. */
  Calling(List<? extends Service> gateways, int turn) {
    this.gateways = gateways;
    this.turn = turn;
  }

  /** An answer; its body is a JSON object. */
  record Told(int status, JsonNode json) {}

  /**
   * Posts a body and reads the answer.
   *
   * @throws UncheckedIOException if the connection ends; the call may have been carried out
   */
  Told post(String path, String body) {
    try {
      var answer = connected().post(path, body);
      return new Told(answer.status(), JSON.readTree(answer.body()));
    } catch (JsonProcessingException strange) {
      throw new IllegalStateException(strange);
    } catch (UncheckedIOException gone) {
      close();
      throw gone;
    }
  }

  /** Posts a body, and disconnects before or during the answer. */
  void postAndLeave(String path, String body, Duration stay) {
    connected().send(path, body);
    pass(stay);
    close();
  }

  private Connection connected() {
    if (connection == null) {
      connection = new Connection(gateways.get(turn % gateways.size()).port());
    }
    return connection;
  }

  /** Closes the connection; the next call goes to the next gateway. */
  @Override
  public void close() {
    turn++;
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }

  /** Waits while others work. */
  static void pass(Duration time) {
    var end = System.nanoTime() + time.toNanos();
    for (var left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
