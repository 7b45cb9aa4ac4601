package io.delaygate.gateway.queues;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.PercentEncoding;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/** The queues in {@code /v1/queues/{queue}}, from the raw path; they need not exist. */
public final class QueuePath {
  /** What paths of queues begin with. */
  public static final String PREFIX = "/v1/queues/";

  /** As many as anybody names by hand; each is looked at while the call waits. */
  public static final int MOST = 20;

  private static final String FIELD = "queue";

  private final TopicNames names;

  /** Queues of that installation. */
  public QueuePath(TopicNames names) {
    this.names = names;
  }

  /** Refuses what is not encoded properly. Runs before routing, as the router fails on some. */
  public static void check(Context ctx) {
    text(ctx);
  }

  /**
   * The queue that the path names.
   *
   * @throws ProblemException 400 if it is no name of one
   */
  public QueueDispatcher.Queue queue(Context ctx) {
    return queue(ctx, text(ctx));
  }

  /**
   * The queues that the path names, separated by commas, in their order.
   *
   * @throws ProblemException 400 if one is no name, or is there twice, or they are too many
   */
  public List<QueueDispatcher.Queue> queues(Context ctx) {
    var texts = text(ctx).split(",", -1);
    if (texts.length > MOST) {
      throw QueryParameters.invalid(FIELD, "a call may name %d queues".formatted(MOST));
    }
    if (new HashSet<>(Arrays.asList(texts)).size() < texts.length) {
      throw QueryParameters.invalid(FIELD, "a queue is named twice");
    }
    return Arrays.stream(texts).map(name -> queue(ctx, name)).toList();
  }

  private QueueDispatcher.Queue queue(Context ctx, String name) {
    return names
        .queue(AccessGuard.caller(ctx).namespace(), name)
        .map(topic -> new QueueDispatcher.Queue(name, topic))
        .orElseThrow(
            () ->
                QueryParameters.invalid(
                    FIELD, "a queue's name has 1 to 255 letters, digits, '-' and '_'"));
  }

  private static String text(Context ctx) {
    var rest = ctx.path().startsWith(PREFIX) ? ctx.path().substring(PREFIX.length()) : "";
    var slash = rest.indexOf('/');
    return PercentEncoding.decode(slash < 0 ? rest : rest.substring(0, slash))
        .orElseThrow(() -> QueryParameters.invalid(FIELD, "the queue is no percent-encoded UTF-8"));
  }
}
