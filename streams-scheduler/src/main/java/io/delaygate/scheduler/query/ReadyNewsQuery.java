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
 * The question which of some queues got jobs that are ready.
 *
 * @param asker who asks: one question replaces the one before
 * @param since after which moment; one of another process stands for "I know nothing"
 * @param topics of the queues
 * @param unseen those that were not asked about at that moment
 */
record ReadyNewsQuery(
    String asker, ReadyNews.Moment since, Set<String> topics, Set<String> unseen) {
  /** How long it waits for news. Who asks waits longer, so that a silent instance is noticed. */
  static final Duration WAIT = Duration.ofSeconds(5);

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads the body of a question. */
  static ReadyNewsQuery of(Context context) {
    try {
      var json = JSON.readTree(context.bodyInputStream());
      return new ReadyNewsQuery(
          json.path("asker").asText(),
          new ReadyNews.Moment(number(json, "process"), number(json, "number")),
          texts(json, "topics"),
          texts(json, "unseen"));
    } catch (IOException notJson) {
      throw QueryRefusal.invalid("the body is no JSON");
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
