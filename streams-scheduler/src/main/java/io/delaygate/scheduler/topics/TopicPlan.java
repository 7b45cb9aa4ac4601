package io.delaygate.scheduler.topics;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.store.JobStores;
import io.delaygate.schemas.topics.PlannedTopic;
import io.delaygate.schemas.topics.Replication;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.schemas.topics.TopicRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every topic of an installation, changelogs included. */
public final class TopicPlan {
  private TopicPlan() {}

  /** With as many partitions as the settings say. */
  public static List<PlannedTopic> of(SchedulerSettings settings) {
    return of(settings, settings.partitions());
  }

  /** With as many partitions as the topic of commands has. */
  public static List<PlannedTopic> of(SchedulerSettings settings, int partitions) {
    var replication = new Replication(settings.replicationFactor());
    var plan = new ArrayList<>(TopicDefinitions.planned(settings.names(), partitions, replication));
    var changelogs = new Changelogs(settings, partitions, replication);
    plan.add(changelogs.of(TopicRole.JOBS, JobStores.JOBS, JobStores.JOBS_CHANGELOG));
    return List.copyOf(plan);
  }

  private record Changelogs(SchedulerSettings settings, int partitions, Replication replication) {
    /** Kafka Streams derives the name from those of application and store. */
    PlannedTopic of(TopicRole role, String store, Map<String, String> configs) {
      var name = settings.names().applicationId() + "-" + store + "-changelog";
      return PlannedTopic.of(role, name, partitions, replication, configs);
    }
  }
}
