package io.delaygate.gateway.access;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.NamespaceControl;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Mapping from a namespace to the name of its share in the common limits of the gateway, such as
 * those of calls, memory and waiting callers. Thread-safe.
 *
 * @param known the decisions in force; throws a problem while they are not known
 * @param pool of the installation: others may have namespaces of the same name
 */
public record ShareNames(Supplier<ControlView> known, String pool) {
  /** The share of a namespace; null, for no share, as long as it is the only namespace. */
  public @Nullable String of(String namespace) {
    return isAlone() ? null : pool + "/" + namespace;
  }

  /** The share of the namespace of a queue, by the queue's topic. */
  public @Nullable String ofQueue(TopicNames names, String topic) {
    return of(topic.substring(names.queues().length(), topic.lastIndexOf('.')));
  }

  private boolean isAlone() {
    try {
      var namespaces = known.get().namespaces();
      return namespaces.size() == (namespaces.containsKey(NamespaceControl.DEFAULT) ? 1 : 0);
    } catch (ProblemException notYetKnown) {
      return false;
    }
  }
}
