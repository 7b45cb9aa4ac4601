package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.logging.Correlation;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Jetty error handler: answers errors that occur before a call reaches a route, as problems, too.
 */
public final class JettyErrorHandler extends ErrorHandler {
  private final Consumer<Problem> answered;
  private final Consumer<HttpFields.Mutable> headers;

  /**
   * Answers in the format of all errors.
   *
   * @param answered called for each such answer
   * @param headers adds the headers that all answers have
   */
  public JettyErrorHandler(Consumer<Problem> answered, Consumer<HttpFields.Mutable> headers) {
    this.answered = answered;
    this.headers = headers;
  }

  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    var status = HttpStatus.isClientError(code) || HttpStatus.isServerError(code) ? code : 500;
    var problem = CallTrace.of(request).correlation().during(() -> problem(request, status, cause));
    answer(problem, request, response, callback);
  }

  /** Answers in place of an earlier answer, of which nothing may have been sent. */
  public void answer(Problem problem, Request request, Response response, Callback callback) {
    var trace = CallTrace.of(request);
    answered.accept(problem);
    response.reset();
    response.setStatus(problem.status());
    headers.accept(response.getHeaders());
    response.getHeaders().put(Correlation.REQUEST_ID, trace.requestId());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
    if (problem.isTransient()) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, Problem.RETRY_AFTER_SECONDS);
    }
    response.write(true, ByteBuffer.wrap(problem.json(trace.requestId())), callback);
  }

  private static Problem problem(Request request, int status, @Nullable Throwable cause) {
    if (isUndecodableUri(request, cause)) {
      return undecodable(status);
    }
    if (cause instanceof EofException) {
      return Problem.of(
          ReasonCode.UNAVAILABLE,
          "the gateway stopped before the outcome was known; the command may be stored");
    }
    if (status == HttpStatus.INTERNAL_SERVER_ERROR_500 && cause != null) {
      return ProblemMapper.unexpected(cause);
    }
    var sentence = ReasonStatus.sentence(status);
    if (status == HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505
        || status == HttpStatus.UPGRADE_REQUIRED_426) {
      // a fault of the caller that must not count as one of the server, and no offer to upgrade
      return Problem.of(ReasonStatus.of(status), null, sentence);
    }
    return Problem.withStatus(status, ReasonStatus.of(status), null, sentence);
  }

  /** Only ids need encoding, so it is an id that was encoded wrongly. */
  private static Problem undecodable(int status) {
    var sentence = "the path is not valid percent-encoded UTF-8, or contains a NUL";
    return Problem.withStatus(status, ReasonCode.ID_INVALID, "id", sentence);
  }

  /** Jetty makes up this request when it cannot parse the URI of the real one. */
  private static boolean isUndecodableUri(Request request, @Nullable Throwable cause) {
    return request.getHttpURI().getPath().equals("/badMessage")
        && request.getMethod().equals("BAD")
        && cause != null
        && cause.getCause() instanceof IllegalArgumentException;
  }
}
