package io.delaygate.gateway.push;

import io.delaygate.gateway.push.CallEnd.Answered;
import io.delaygate.gateway.push.CallEnd.Failed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Meaning of the end of a call for its job: done, dead, or another attempt.
 *
 * <p>Redirects are failures: to follow one would call a URL that nobody configured. All statuses
 * but 410 lead to another attempt, also those that say that the request is wrong, since an endpoint
 * is often repaired sooner than the attempts end.
 */
public sealed interface Verdict {
  /** Text for the log of attempts. */
  String text();

  /**
   * The job is done.
   *
   * @param result first bytes of the answer
   */
  record Done(String text, byte[] result) implements Verdict {}

  /** The job becomes a dead letter at once. */
  record Dead(String text) implements Verdict {}

  /**
   * The attempt failed, and another one follows if the job has any left.
   *
   * @param retryAfter wait until the next attempt, as the endpoint asked; null for the job's own
   *     backoff
   */
  record Again(String text, @Nullable Duration retryAfter) implements Verdict {}

  /**
   * Judges an end.
   *
   * @param now to turn a date in {@code Retry-After} into a wait
   */
  static Verdict of(CallEnd end, Instant now) {
    var text = AttemptText.of(end);
    if (end instanceof Failed) {
      return new Again(text, null);
    }
    var answer = (Answered) end;
    if (HttpStatus.isSuccess(answer.status())) {
      return new Done(text, answer.head());
    }
    if (answer.status() == HttpStatus.GONE_410) {
      return new Dead(text);
    }
    return new Again(text, wait(answer, now).orElse(null));
  }

  private static Optional<Duration> wait(Answered answer, Instant now) {
    return answer.status() == HttpStatus.TOO_MANY_REQUESTS_429
            || answer.status() == HttpStatus.SERVICE_UNAVAILABLE_503
        ? Optional.ofNullable(answer.retryAfter()).flatMap(text -> RetryAfter.parse(text, now))
        : Optional.empty();
  }
}
