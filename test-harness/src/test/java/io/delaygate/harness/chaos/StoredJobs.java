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

/** Pending and dead jobs in the changelog, with which a new owner would continue. Pure. */
final class StoredJobs {
  private final Set<String> ids = new HashSet<>();

  /** Reads the changelog; the last record of a key counts. */
  StoredJobs(List<ConsumerRecord<byte[], byte[]>> changelog) {
    for (var record : changelog) {
      // the first byte of a key denotes the key space of jobs
      var id = new String(record.key(), 1, record.key().length - 1, UTF_8);
      if (record.value() == null || EndedJobCodec.isEnded(record.value())) {
        ids.remove(id);
      } else {
        ids.add(id);
      }
    }
  }

  /** Contradictions to the jobs that must be stored (true) or may be stored (false). */
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
