package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.store.ReadyNews;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Parameters of the long poll for queues that got ready jobs.
 *
 * @param asker id of the caller: a new request replaces the one before
 * @param since moment from which news counts; that of another process means that the caller knows
 *     nothing
 * @param topics of the queues
 * @param unseen those of the topics that were not asked about at that moment
 */
record ReadyNewsQuery(
    String asker, ReadyNews.Moment since, Set<String> topics, Set<String> unseen) {
  /** Longest wait for news. The caller waits longer, so that it notices a silent instance. */
  static final Duration WAIT = Duration.ofSeconds(5);

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads the body of a request. */
  static ReadyNewsQuery of(Context context) {
    try {
      var json = JSON.readTree(context.bodyInputStream());
      return new ReadyNewsQuery(
          json.path("asker").asText(),
          new ReadyNews.Moment(number(json, "process"), number(json, "number")),
          texts(json, "topics"),
          texts(json, "unseen"));
    } catch (IOException notJson) {
      throw QueryRefusal.notUnderstood("the body must be valid JSON");
    }
  }

  private static Set<String> texts(JsonNode json, String field) {
    var texts = new HashSet<String>();
    json.path(field).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static long number(JsonNode json, String field) {
    return json.path(field).asLong();
  }

  /** The answer. */
  static ObjectNode told(ReadyNews.News news) {
    var answer = JsonNodeFactory.instance.objectNode();
    answer.put("process", news.at().process()).put("number", news.at().number());
    news.topics().forEach(answer.putArray("topics")::add);
    return answer;
  }
}
