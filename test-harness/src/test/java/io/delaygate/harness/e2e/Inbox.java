package io.delaygate.harness.e2e;

import io.delaygate.harness.broker.Reader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reply topic of a caller, with the answers by correlation id. For one thread. */
final class Inbox implements AutoCloseable {
  private final Client client;
  private final String topic;
  private final Reader reader;
  private final Map<String, List<Answer>> answers = new HashMap<>();
  private int sorted;
  private int asked;

  Inbox(Installation delaygate) {
    client = delaygate.client();
    topic = delaygate.target("answers", 1);
    reader = delaygate.read(topic);
  }

  /** Headers of a command, and those that request its answer. */
  String[] asking(String correlationId, String... headers) {
    var asking = Stream.of("delay-reply-topic", topic, "delay-correlation-id", correlationId);
    return Stream.concat(Stream.of(headers), asking).toArray(String[]::new);
  }

  /** Sends a command about a job without waiting. */
  void sendLater(String correlationId, String id, String... headers) {
    client.sendLater(id, null, asking(correlationId, headers));
  }

  /** Sends a command and waits for its answer. */
  Answer ask(String id, String value, String... headers) {
    var correlationId = "ask-" + ++asked;
    client.send(id, value, asking(correlationId, headers));
    return all(List.of(correlationId)).get(correlationId).get(0);
  }

  /** The first answer to a command so far. */
  Optional<Answer> to(String correlationId) {
    return answers.getOrDefault(correlationId, List.of()).stream().findFirst();
  }

  /** Polls once; returns all answers so far. */
  Map<String, List<Answer>> poll() {
    return sort(reader.poll());
  }

  /** All answers, once there are at least this many, up to the end of the topic. */
  Map<String, List<Answer>> await(int count) {
    reader.await(count);
    return toTheEnd();
  }

  /** All answers, once each of these commands has one, up to the end of the topic. */
  Map<String, List<Answer>> all(Collection<String> correlationIds) {
    var deadline = System.nanoTime() + Installation.LIMIT.toNanos();
    while (!answers.keySet().containsAll(correlationIds)) {
      if (System.nanoTime() > deadline) {
        var missing = new TreeSet<>(correlationIds);
        missing.removeAll(answers.keySet());
        throw new AssertionError("%d are not answered: %s".formatted(missing.size(), missing));
      }
      poll();
    }
    return toTheEnd();
  }

  /** All answers up to the end of the topic. */
  Map<String, List<Answer>> toTheEnd() {
    return sort(reader.toTheEnd());
  }

  private Map<String, List<Answer>> sort(List<ConsumerRecord<byte[], byte[]>> records) {
    for (; sorted < records.size(); sorted++) {
      var answer = Answer.of(records.get(sorted));
      answers.computeIfAbsent(answer.to(), to -> new ArrayList<>()).add(answer);
    }
    return answers;
  }

  @Override
  public void close() {
    reader.close();
  }
}
