package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.PercentEncoding;
import io.delaygate.gateway.jobs.IdempotencyKey;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Decoded path under {@value #PREFIX}: namespace, queue or queues, and the rest; also the reader of
 * a call's token and pool.
 *
 * @param queue several are joined by commas
 * @param rest segments behind the queue
 */
record LmstfyPath(String namespace, String queue, List<String> rest) {
  static final String PREFIX = "/api/";

  /** Queue that holds the replies of all jobs; callers name a queue after the job instead. */
  static final String REPLIES = "_replies";

  /** Most queues that a call may name; the call looks at each while it waits. */
  static final int QUEUES_MOST = 20;

  private static final int LONGEST = 255;
  private static final Pattern NAME = Pattern.compile("[-_A-Za-z0-9]+");
  private static final Pattern NAMES = Pattern.compile("[-_,A-Za-z0-9]+");
  private static final char POOL = ':';

  /** Reads the path of a call; refuses a path that is not valid. */
  static LmstfyPath of(Context ctx) {
    var parts = Arrays.stream(ctx.path().substring(PREFIX.length()).split("/", -1)).toList();
    var texts = parts.stream().map(LmstfyPath::decoded).toList();
    return new LmstfyPath(
        texts.get(0),
        texts.size() > 1 ? texts.get(1) : "",
        texts.subList(Math.min(2, texts.size()), texts.size()));
  }

  private static String decoded(String segment) {
    return PercentEncoding.decode(segment)
        .orElseThrow(() -> LmstfyError.invalid("the path is not valid percent-encoded UTF-8"));
  }

  /** The id of the job in the path; empty if the path has none. */
  Optional<String> job() {
    return rest.size() == 2 && rest.get(0).equals("job")
        ? Optional.of(rest.get(1))
        : Optional.empty();
  }

  /** The token of a call, without its pool; empty for none. */
  static String token(Context ctx) {
    var shown = shown(ctx);
    return shown.substring(shown.indexOf(POOL) + 1);
  }

  /** The pool that the token of a call names; empty for none. */
  static String pool(Context ctx) {
    var shown = shown(ctx);
    return shown.substring(0, Math.max(0, shown.indexOf(POOL)));
  }

  private static String shown(Context ctx) {
    var header = Optional.ofNullable(ctx.header("X-Token")).filter(text -> !text.isEmpty());
    return header.orElseGet(() -> Optional.ofNullable(ctx.queryParam("token")).orElse(""));
  }

  /**
   * Refuses names that are not valid.
   *
   * @param isMany whether the call may name several queues, with any first character
   */
  void check(boolean isMany) {
    var queues = Arrays.asList(queue.split(",", -1));
    if (namespace.length() > LONGEST || queues.stream().anyMatch(name -> name.length() > LONGEST)) {
      throw LmstfyError.invalid("namespace or queue name too long");
    }
    if (!NAME.matcher(namespace).matches()) {
      throw LmstfyError.invalid("namespace name contains forbidden characters");
    }
    var isLegal =
        isMany
            ? NAMES.matcher(queue).matches() && !queues.contains(REPLIES)
            : NAME.matcher(queue).matches() && queue.charAt(0) != '_';
    if (!isLegal) {
      throw LmstfyError.invalid("queue name contains forbidden characters");
    }
  }

  /** The queue in the caller's namespace; the queue of all replies if it is named after a job. */
  static QueueDispatcher.Queue queue(Context ctx, TopicNames names, String name) {
    var kept = isNamedAfterJob(name) ? REPLIES : name;
    var topic = names.queue(AccessGuard.caller(ctx).namespace(), kept);
    return new QueueDispatcher.Queue(
        name, topic.orElseThrow(() -> LmstfyError.invalid("namespace or queue name too long")));
  }

  /** Whether a queue is named after a job that a gateway like this one published. */
  static boolean isNamedAfterJob(String queue) {
    return UlidGenerator.isOne(queue) || IdempotencyKey.isId(queue);
  }

  /** The id of the only job in a queue that is named after a job. */
  static String reply(String queue) {
    return queue + ".reply";
  }

  /** Whether a queue may have a job of that id. */
  static boolean mayHave(String queue, String job) {
    return !isNamedAfterJob(queue) || job.equals(reply(queue));
  }
}
