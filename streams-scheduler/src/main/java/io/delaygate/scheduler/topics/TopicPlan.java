package io.delaygate.scheduler.topics;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.schemas.topics.PlannedTopic;
import io.delaygate.schemas.topics.Replication;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.schemas.topics.TopicRole;
import java.util.ArrayList;
import java.util.List;

/** Plan of every topic of an installation, changelogs included. */
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
    var changelog = JobStoreFactory.changelog(settings.names().applicationId());
    var configs = JobStoreFactory.JOBS_CHANGELOG;
    plan.add(PlannedTopic.of(TopicRole.JOBS, changelog, partitions, replication, configs));
    return List.copyOf(plan);
  }
}
