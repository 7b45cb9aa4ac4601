package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Test of callers that disconnect while they wait: a stop does not wait for them. */
@Timeout(60)
class DepartedCallersTest {
  private static final int CALLERS = 200;
  private static final String BODY = "{\"wait\":\"60s\"}";
  private static final String CALL =
      "POST /v1/queues/mails/request HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: %d\r\n\r\n%s".formatted(BODY.length(), BODY);

  @Test
  void aStopWaitsForNobodyWhoHasLeft() {
    // Given
    var gateway = TestGateway.start("shutdown.grace.ms", "600000");
    gateway.scheduler.isSilent();
    var random = new Random(1);
    var patience = IntStream.range(0, CALLERS).map(i -> 1 + random.nextInt(15)).toArray();

    // When
    IntStream.range(0, CALLERS)
        .parallel()
        .forEach(i -> callAndLeave(gateway.gateway.port(), patience[i]));

    // Then
    gateway.gateway.close();
    assertThat(gateway.publisher.closed).isTrue();
  }

  private static void callAndLeave(int port, int patienceMs) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(CALL.getBytes(StandardCharsets.US_ASCII));
      socket.setSoLinger(true, 0); // closes with a reset, as the kernel does for a killed process
      socket.setSoTimeout(patienceMs);
      assertThat(socket.getInputStream().read()).isNegative();
    } catch (SocketTimeoutException patient) {
      // expected: the caller disconnects now
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
