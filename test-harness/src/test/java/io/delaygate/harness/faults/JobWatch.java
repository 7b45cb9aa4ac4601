package io.delaygate.harness.faults;

import io.delaygate.harness.faults.End.Kind;
import io.delaygate.harness.faults.HttpJobs.HttpAnswer;
import io.delaygate.harness.faults.TopicReader.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Observer of the poisoned jobs of a trial, as users see them. For one thread. */
final class JobWatch {
  private static final Duration REST = Duration.ofSeconds(2);

  private final TrialInstallation delaygate;
  private final CauseTrial trial;
  private String seen = "nothing";
  private boolean wasCancelled;

  JobWatch(TrialInstallation delaygate, CauseTrial trial) {
    this.delaygate = delaygate;
    this.trial = trial;
  }

  private End end() {
    return trial.cause().end();
  }

  /** Key of a job's command; null for a cause without a key. */
  @Nullable String key(String id) {
    return isKeyless() ? null : id;
  }

  private boolean isKeyless() {
    return trial.cause().name().startsWith(Causes.KEYLESS);
  }

  /** Whether the cause is possible over HTTP. */
  boolean isAboutHttp() {
    return !isKeyless();
  }

  /** Ids of jobs that must end as the cause requires. */
  private List<String> ids() {
    return isAboutHttp() && end().isStored()
        ? List.of(trial.byKafka(), trial.byHttp())
        : List.of(trial.byKafka());
  }

  /** The last observation, as text. */
  String seen() {
    return seen;
  }

  /** Whether its jobs are scheduled, and nothing else has happened to them. */
  boolean areStored() {
    return Stream.concat(ids().stream(), Stream.of(trial.cancelled()))
        .allMatch(id -> view(id).startsWith("SCHEDULED"));
  }

  boolean hasEnded() {
    return switch (end().kind()) {
      case REFUSED, DEAD -> haveLetters(delaygate.names().deadLetters());
      case PARKED -> areParked();
      case DELIVERED -> haveArrived(trial.sound());
      // the letter may wait until its own topic is mended
      case DIED -> haveArrived(trial.sound());
    };
  }

  private boolean haveLetters(String topic) {
    var letters = read(topic);
    var reasons = end().reasons().stream().map(Enum::name).toList();
    var own = ids().stream().map(id -> of(letters, id)).toList();
    seen =
        own.stream()
            .flatMap(List::stream)
            .map(letter -> "dead letter " + letter.header("delay-reason"))
            .distinct()
            .toList()
            .toString();
    return own.stream()
        .allMatch(
            all ->
                all.stream()
                    .anyMatch(one -> reasons.contains(String.valueOf(one.header("delay-reason")))));
  }

  /**
   * Whether the jobs are parked; a refusal that depends on milliseconds may miss one, but not all.
   */
  private boolean areParked() {
    var views = ids().stream().map(this::view).toList();
    seen = views.toString();
    return views.stream().anyMatch(this::isParked)
        && views.stream().allMatch(view -> isParked(view) || view.startsWith("DELIVERED"));
  }

  private boolean isParked(String view) {
    return view.startsWith("PARKED")
        && end().reasons().stream().anyMatch(r -> (view + " ").contains(" " + r + " "));
  }

  private String view(String id) {
    var answer = delaygate.http().call("GET", "/v1/jobs/" + id, null, "");
    var reasons = answer.json().findValuesAsText("reason");
    return answer.status() == 200
        ? answer.json().path("state").asText() + " " + String.join(" ", reasons)
        : answer.text();
  }

  private boolean haveArrived(String topic) {
    var records = read(topic);
    seen = ids().stream().map(id -> id + " " + of(records, id).size()).toList().toString();
    return ids().stream().noneMatch(id -> of(records, id).isEmpty());
  }

  boolean hasCancellable() {
    return end().isStored();
  }

  void cancelled(HttpAnswer answer) {
    wasCancelled = answer.json().path("outcome").asText().equals("CANCELLED");
    if (end().kind() == Kind.PARKED
        && !wasCancelled
        && !answer.text().endsWith("ALREADY_DELIVERED")) {
      trial.wrong("a parked job was not cancelled: " + answer.text());
    }
  }

  boolean isDeliveredAfterAll() {
    return end().kind() == Kind.PARKED || end().kind() == Kind.DIED;
  }

  boolean isDelivered() {
    return end().kind() == Kind.PARKED
        ? haveArrived(trial.topic())
        : Stream.concat(
                read(trial.topic()).stream(), read(delaygate.names().deadLetters()).stream())
            .filter(letter -> letter.text().startsWith(trial.byKafka()))
            .findAny()
            .isPresent();
  }

  /** Faults at the end. */
  List<String> finish() {
    var wrongs = new ArrayList<String>();
    var letters = read(delaygate.names().deadLetters());
    var records =
        Stream.of(trial.topic(), trial.sound())
            .filter(delaygate.cluster()::exists)
            .flatMap(topic -> read(topic).stream())
            .toList();
    for (var id : ids()) {
      var count = of(records, id).size() + of(letters, id).size();
      // an attempt without an answer is delivered once, and leaves one letter
      var wanted = end().kind() == Kind.DIED ? 2 : 1;
      if (count != wanted) {
        wrongs.add("%s left %d times instead of %d".formatted(id, count, wanted));
      }
    }
    // an acknowledged job may be cancelled after its delivery
    if (wasCancelled && end().kind() != Kind.DIED && !of(records, trial.cancelled()).isEmpty()) {
      wrongs.add("told CANCELLED, and delivered: " + trial.cancelled());
    }
    return wrongs;
  }

  private static List<Seen> of(List<Seen> records, String id) {
    return records.stream().filter(one -> one.text().startsWith(id + " ")).toList();
  }

  /** All committed records of the topic so far. */
  private List<Seen> read(String topic) {
    var all = new ArrayList<Seen>();
    try (var reader = delaygate.read(topic)) {
      var until = System.nanoTime() + REST.toNanos();
      while (!reader.isAtEnd() && System.nanoTime() < until) {
        all.addAll(reader.poll());
      }
    }
    return all;
  }
}
