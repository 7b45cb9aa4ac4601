package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.logging.Correlation;
import io.delaygate.service.logging.LogKey;
import io.delaygate.service.logging.StackTraceText;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exception mapper of Javalin: turns whatever a handler throws into a problem answer. The only
 * place that logs a failed call.
 */
public final class ProblemMapper {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemMapper.class);
  private static final String ATTRIBUTE = Problem.class.getName();

  private static final String WORDING = Wording.class.getName();

  private static final String DRAIN = UploadDrain.class.getName();

  private ProblemMapper() {}

  /** Format of problems on one server. Implementations are thread-safe. */
  @FunctionalInterface
  public interface Wording {
    /** The native format, RFC 9457. */
    Wording OWN =
        (ctx, problem) ->
            ctx.status(problem.status())
                .contentType(Problem.MEDIA_TYPE)
                .result(problem.json(CallTrace.of(ctx).requestId()));

    /** Writes status, media type and body. */
    void write(Context ctx, Problem problem);
  }

  /**
   * Registers the answers for everything that can be thrown, in the format of that server.
   *
   * @param drain drops bodies that are refused
   */
  static void register(JavalinConfig config, Wording wording, UploadDrain drain) {
    config.http.prefer405over404 = true;
    config.routes.before(
        ctx -> {
          ctx.attribute(WORDING, wording);
          ctx.attribute(DRAIN, drain);
        });
    config.routes.exception(ProblemException.class, ProblemMapper::writeThrown);
    config.routes.exception(HttpResponseException.class, ProblemMapper::writeRouting);
    config.routes.exception(Exception.class, (e, ctx) -> write(ctx, unexpected(e)));
    config.router.javaLangErrorHandler(ProblemMapper::writeError);
  }

  private static void writeThrown(ProblemException thrown, Context ctx) {
    write(ctx, thrown.problem());
    if (thrown.problem().reason() == ReasonCode.BODY_TOO_LARGE) {
      answerUnderUpload(ctx);
    }
  }

  /** Answers first, and then drops some of what is still coming. */
  private static void answerUnderUpload(Context ctx) {
    try {
      var json = Optional.ofNullable(ctx.result()).orElse("").getBytes(StandardCharsets.UTF_8);
      ctx.result(new byte[0]);
      ctx.res().setHeader("Connection", "close");
      ctx.res().setContentLength(json.length);
      ctx.res().getOutputStream().write(json);
      ctx.res().flushBuffer();
      UploadDrain drain = ctx.attribute(DRAIN);
      if (drain != null) {
        drain.drop(ctx);
      }
    } catch (IOException gone) {
      LOG.atDebug().log("The client disconnected during its upload; its answer is lost");
    }
  }

  /** Writes the answer. */
  public static void write(Context ctx, Problem problem) {
    ctx.attribute(ATTRIBUTE, problem);
    if (problem.isTransient()) {
      ctx.header(Header.RETRY_AFTER, Integer.toString(Problem.RETRY_AFTER_SECONDS));
    }
    Optional.<Wording>ofNullable(ctx.attribute(WORDING)).orElse(Wording.OWN).write(ctx, problem);
  }

  /** The problem that a call was answered with; empty when it succeeded. */
  public static Optional<Problem> of(Context ctx) {
    return Optional.ofNullable(ctx.attribute(ATTRIBUTE));
  }

  /** Answers a call for which the router found no handler, or none for its method. */
  private static void writeRouting(HttpResponseException e, Context ctx) {
    if (e instanceof MethodNotAllowedResponse) {
      var allowed = e.getDetails().values().stream().findFirst().orElse("");
      ctx.header(Header.ALLOW, allowed);
      var detail = "this path supports only " + allowed;
      write(ctx, Problem.of(ReasonCode.METHOD_NOT_ALLOWED, detail));
      return;
    }
    var status = e.getStatus();
    var detail = status == 404 ? "this path does not exist" : ReasonStatus.sentence(status);
    write(ctx, Problem.withStatus(status, ReasonStatus.of(status), null, detail));
  }

  private static void writeError(HttpServletResponse response, Error error) {
    var problem = unexpected(error);
    try {
      response.setStatus(problem.status());
      response.setContentType(Problem.MEDIA_TYPE);
      var requestId = response.getHeader(Correlation.REQUEST_ID);
      response.getOutputStream().write(problem.json(requestId));
    } catch (IOException gone) {
      LOG.atDebug().log("The client disconnected before its answer was written");
    }
  }

  /** The log gets type and place, not the message: messages of parsers quote payloads. */
  static Problem unexpected(Throwable thrown) {
    var problem =
        Problem.of(
            ReasonCode.INTERNAL,
            "unexpected failure; the gateway's log has its cause under this `instance`");
    LOG.atError()
        .addKeyValue(LogKey.INSTANCE.key(), problem.instance())
        .addKeyValue(LogKey.FAILURE.key(), StackTraceText.of(thrown))
        .log("A call failed unexpectedly and is answered 500");
    return problem;
  }
}
