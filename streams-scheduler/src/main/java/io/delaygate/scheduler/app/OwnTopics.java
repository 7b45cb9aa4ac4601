package io.delaygate.scheduler.app;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.schemas.settings.SettingsException;
import io.delaygate.schemas.topics.TopicCreation;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.schemas.topics.TopicNames;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The start-up check of the installation's own topics. */
final class OwnTopics {
  private static final Logger LOG = LoggerFactory.getLogger(OwnTopics.class);

  private final Admin admin;
  private final SchedulerSettings settings;

  OwnTopics(Admin admin, SchedulerSettings settings) {
    this.admin = admin;
    this.settings = settings;
  }

  /**
   * Creates what is missing, if the settings say so, and checks what is there.
   *
   * @return the partitions of the topics of commands
   * @throws SettingsException if a topic is missing, or the two topics of commands differ in
   *     partitions
   */
  int check() {
    var names = settings.names();
    if (settings.createTopics()) {
      TopicCreation.createMissing(admin, TopicDefinitions.all(names, settings.partitions()));
    }
    var requests = partitions(names.requests());
    if (partitions(names.rerouted()) != requests) {
      throw new SettingsException(
          "Topics '%s' and '%s' must have the same number of partitions"
              .formatted(names.requests(), names.rerouted()));
    }
    partitions(names.deadLetters());
    partitions(names.replies());
    if (!settings.events().isEmpty()) {
      partitions(names.events());
    }
    warnOfCreateTime(names);
    return requests;
  }

  private int partitions(String topic) {
    try {
      return admin
          .describeTopics(List.of(topic))
          .topicNameValues()
          .values()
          .iterator()
          .next()
          .get()
          .partitions()
          .size();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new SettingsException(
            "Topic '" + topic + "' does not exist; create it, or set topics.create=true");
      }
      throw new KafkaException("Topic " + topic + " cannot be described", failed);
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  private void warnOfCreateTime(TopicNames names) {
    var topic = new ConfigResource(ConfigResource.Type.TOPIC, names.requests());
    try {
      Config config = admin.describeConfigs(List.of(topic)).all().get().get(topic);
      var type = config == null ? null : config.get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);
      if (type != null && !"LogAppendTime".equals(type.value())) {
        LOG.warn(
            "Topic {} has {}: relative delays count from the sender's clock; set {}=LogAppendTime",
            names.requests(),
            type.value(),
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);
      }
    } catch (ExecutionException notAllowed) {
      LOG.info("The settings of topic {} cannot be read", names.requests());
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }
}
