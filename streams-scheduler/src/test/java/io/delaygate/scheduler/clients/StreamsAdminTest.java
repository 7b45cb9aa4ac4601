package io.delaygate.scheduler.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class StreamsAdminTest {
  private static final List<NewTopic> TOPICS = List.of(new NewTopic("changelog", 1, (short) 1));

  @Test
  void itCreatesNoTopicAndDoesAllElse() {
    try (var admin = StreamsAdmin.of(Admin.create(Map.of("bootstrap.servers", "127.0.0.1:1")))) {
      assertThatThrownBy(() -> admin.createTopics(TOPICS)).isInstanceOf(StreamsException.class);
      assertThatThrownBy(() -> admin.createTopics(TOPICS, new CreateTopicsOptions()))
          .isInstanceOf(StreamsException.class);
      assertThat(admin.metrics()).isNotEmpty();
      assertThatThrownBy(() -> admin.close(Duration.ofSeconds(-1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
