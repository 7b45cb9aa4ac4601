package io.delaygate.harness.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.harness.chaos.Violation.Kind;
import io.delaygate.scheduler.store.EndedJobCodec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The jobs, dead ones too, as the changelog has them: what a new owner would go on with. Pure. */
final class StoredJobs {
  private final Set<String> ids = new HashSet<>();

  /** Folds the changelog: the last record of a key counts. */
  StoredJobs(List<ConsumerRecord<byte[], byte[]>> changelog) {
    for (var record : changelog) {
      // the first byte of a key names the space of jobs
      var id = new String(record.key(), 1, record.key().length - 1, UTF_8);
      if (record.value() == null || EndedJobCodec.isEnded(record.value())) {
        ids.remove(id);
      } else {
        ids.add(id);
      }
    }
  }

  /**
   * What does not fit, given which jobs are pending or dead, certainly (true) or possibly (false).
   */
  List<Violation> violations(Map<String, Boolean> kept) {
    var violations = new ArrayList<Violation>();
    ids.stream()
        .filter(id -> !kept.containsKey(id))
        .forEach(id -> violations.add(new Violation(Kind.COUNT, id + " is stored still")));
    kept.forEach(
        (id, certain) -> {
          if (certain && !ids.contains(id)) {
            violations.add(new Violation(Kind.LOST, id + " should be stored"));
          }
        });
    return violations;
  }
}
