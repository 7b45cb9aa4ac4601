package io.delaygate.schemas.command;

import static io.delaygate.schemas.contract.DelayHeader.TARGET_ENDPOINT;
import static io.delaygate.schemas.contract.DelayHeader.TARGET_KEY;
import static io.delaygate.schemas.contract.DelayHeader.TARGET_PARTITION;
import static io.delaygate.schemas.contract.DelayHeader.TARGET_PATH;
import static io.delaygate.schemas.contract.DelayHeader.TARGET_TOPIC;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Target;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.schemas.topics.EndpointPath;
import io.delaygate.schemas.topics.TopicNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the headers that name the target of a job: a topic or queue with key and partition, or
 * an endpoint with a path. Thread-safe.
 */
final class TargetParser {
  private static final List<DelayHeader> OF_TOPICS = List.of(TARGET_KEY, TARGET_PARTITION);

  private final TopicNames names;
  private final TargetNames topics;

  TargetParser(TopicNames names, TargetNames topics) {
    this.names = names;
    this.topics = topics;
  }

  /** The target of a new job. */
  Target required(JobId id, CommandRecord record, ControlHeaders headers) {
    var target = find(id, record, headers);
    if (target == null) {
      throw new RefusalException(
          ReasonCode.TARGET_MISSING,
          TARGET_TOPIC,
          "a schedule needs a target topic, or an endpoint in '%s'",
          TARGET_ENDPOINT.headerName());
    }
    return target;
  }

  /** The new target of a job that exists; null if it keeps its own. */
  @Nullable Target optional(JobId id, CommandRecord record, ControlHeaders headers) {
    var target = find(id, record, headers);
    if (target == null) {
      OF_TOPICS.forEach(header -> refuseWithout(TARGET_TOPIC, header, headers));
    }
    return target;
  }

  private @Nullable Target find(JobId id, CommandRecord record, ControlHeaders headers) {
    var topic = headers.text(TARGET_TOPIC);
    var endpoint = headers.text(TARGET_ENDPOINT);
    if (endpoint == null) {
      refuseWithout(TARGET_ENDPOINT, TARGET_PATH, headers);
      return topic == null ? null : topic(topic, record, headers);
    }
    if (topic != null) {
      throw new RefusalException(
          ReasonCode.TARGET_AMBIGUOUS,
          TARGET_ENDPOINT,
          "'%s' and '%s' cannot be given together; use one of them",
          TARGET_TOPIC.headerName(),
          TARGET_ENDPOINT.headerName());
    }
    OF_TOPICS.forEach(header -> refuseWithEndpoint(header, headers));
    return Target.ofEndpoint(endpoint(id, endpoint), path(headers));
  }

  private Target topic(String topic, CommandRecord record, ControlHeaders headers) {
    topics.check(TARGET_TOPIC, topic);
    var key = headers.has(TARGET_KEY) ? headers.bytes(TARGET_KEY) : record.key();
    return new Target(topic, key, partition(headers));
  }

  private String endpoint(JobId id, String name) {
    return names
        .endpoint(id.namespace(), name)
        .orElseThrow(
            () ->
                new RefusalException(
                    ReasonCode.TARGET_INVALID,
                    TARGET_ENDPOINT,
                    "'%s' is not a valid name of an endpoint: 1 to %d of a-z, A-Z, 0-9, '_' and"
                        + " '-'",
                    name,
                    EndpointName.NAME_CHARS));
  }

  private static @Nullable String path(ControlHeaders headers) {
    var path = headers.text(TARGET_PATH);
    if (path != null) {
      EndpointPath.fault(path)
          .ifPresent(
              fault -> {
                throw new RefusalException(
                    ReasonCode.TARGET_INVALID, TARGET_PATH, "the path '%s' %s", path, fault);
              });
    }
    return path;
  }

  private static void refuseWithout(
      DelayHeader required, DelayHeader header, ControlHeaders headers) {
    if (headers.has(header)) {
      throw new RefusalException(
          ReasonCode.HEADER_MISPLACED,
          header,
          "'%s' requires '%s'",
          header.headerName(),
          required.headerName());
    }
  }

  private static void refuseWithEndpoint(DelayHeader header, ControlHeaders headers) {
    if (headers.has(header)) {
      throw new RefusalException(
          ReasonCode.HEADER_MISPLACED,
          header,
          "'%s' cannot be given with '%s': a call has no key and no partition",
          header.headerName(),
          TARGET_ENDPOINT.headerName());
    }
  }

  private static @Nullable Integer partition(ControlHeaders headers) {
    var text = headers.text(TARGET_PARTITION);
    if (text == null) {
      return null;
    }
    var partition = ControlHeaders.partition(text);
    if (partition < 0) {
      throw new RefusalException(
          ReasonCode.HEADER_INVALID,
          TARGET_PARTITION,
          "'%s' is not a valid partition; use a whole number from 0 on",
          text);
    }
    return partition;
  }
}
