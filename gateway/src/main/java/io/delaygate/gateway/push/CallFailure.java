package io.delaygate.gateway.push;

import io.delaygate.gateway.push.CallEnd.Failed;
import io.delaygate.gateway.push.CallEnd.Kind;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.AsynchronousCloseException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Translation of a client's exceptions into failures with a text for users. */
final class CallFailure {
  private CallFailure() {}

  static Failed of(Throwable failure, Duration timeout, long tookMs) {
    var kind = kind(failure);
    return new Failed(kind, text(kind, failure, timeout), tookMs);
  }

  static String late(Duration timeout) {
    return "no complete answer within " + timeout.toMillis() + " ms";
  }

  private static Kind kind(Throwable failure) {
    if (failure instanceof CallException ours) {
      return ours.kind();
    }
    if (failure instanceof SSLException) {
      return Kind.TLS;
    }
    if (failure instanceof TimeoutException) {
      return Kind.TIMEOUT;
    }
    // Jetty connects by channels, so that a connection that breaks later is another exception
    if (failure instanceof SocketTimeoutException || isOfConnect(failure)) {
      return Kind.CONNECT;
    }
    return failure instanceof AsynchronousCloseException
            || failure instanceof RejectedExecutionException
        ? Kind.STOPPED
        : Kind.BROKEN;
  }

  private static boolean isOfConnect(Throwable failure) {
    return failure instanceof java.net.ConnectException
        || failure instanceof java.net.NoRouteToHostException
        || (failure instanceof SocketException
            && String.valueOf(failure.getMessage()).contains("unreachable"));
  }

  private static String text(Kind kind, Throwable failure, Duration timeout) {
    return switch (kind) {
      case REFUSED, NAME -> String.valueOf(failure.getMessage());
      case CONNECT -> "no connection: " + reason(failure);
      case TLS -> "no TLS connection: " + reason(failure);
      case TIMEOUT -> late(timeout);
      case BROKEN -> "the connection broke: " + reason(failure);
      case STOPPED -> "the gateway stopped during the call";
    };
  }

  /** The message of the first cause, which says most: of a handshake, what is wrong with it. */
  private static String reason(Throwable failure) {
    var cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
