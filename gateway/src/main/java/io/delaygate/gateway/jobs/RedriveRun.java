package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Run of one redrive: reads dead letters of rejected commands, the oldest first, and sends the
 * commands, some at a time. Blocks. Used once.
 */
final class RedriveRun {
  /** As many as are read in one poll. */
  private static final int PART = 500;

  /** Bytes that are in flight at a time. */
  private static final long PART_BYTES = 4L << 20;

  private final RedriveRequest request;
  private final LetterSender sender;
  private final BooleanSupplier timeIsUp;
  private final ForwardScan scan;
  private final RedriveResult result = new RedriveResult();
  private boolean isAnyRead;

  /**
   * Reads the letters of a request.
   *
   * @param partitions of the topic of dead letters
   */
  RedriveRun(
      RedriveRequest request,
      LetterSender sender,
      Consumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions) {
    this.request = request;
    this.sender = sender;
    this.timeIsUp = sender.bounds().timeIsUp();
    this.scan = new ForwardScan(consumer);
    var begins = begins(consumer, partitions);
    var ends = consumer.endOffsets(partitions);
    for (var partition : partitions) {
      add(partition, begins.applyAsLong(partition), ends.getOrDefault(partition, 0L));
    }
    scan.begin();
  }

  /** Offsets of the earliest letters that the filter can take. */
  private ToLongFunction<TopicPartition> begins(
      Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    var begins = consumer.beginningOffsets(partitions);
    var fromMs = request.filter().fromMs();
    if (fromMs == null || request.after() != null) {
      return partition -> begins.getOrDefault(partition, 0L);
    }
    var from =
        consumer.offsetsForTimes(
            partitions.stream().collect(Collectors.toMap(each -> each, each -> fromMs)));
    return partition -> {
      var first = from.get(partition);
      return first == null ? Long.MAX_VALUE : first.offset(); // none is that young
    };
  }

  private void add(TopicPartition partition, long begin, long end) {
    var letters = request.letters();
    var after = request.after();
    if (letters != null) {
      var offsets = letters.get(partition.partition());
      var kept = offsets == null ? null : offsets.tailSet(begin, true);
      if (kept != null && !kept.isEmpty()) {
        scan.addOnly(partition, kept, Math.min(end - 1, kept.last()) + 1);
      }
    } else if (after == null) {
      scan.add(partition, Math.min(begin, end), end);
    } else {
      var range = after.left().get(partition.partition());
      if (range != null) {
        var last = Math.min(end, range.end());
        scan.add(partition, Math.min(last, Math.max(begin, range.next())), last);
      }
    }
  }

  /**
   * Sends until nothing is left, the limit is reached or time is up.
   *
   * @throws ProblemException when nothing could be read or sent
   */
  ObjectNode run() {
    var left = request.limit();
    var goesOn = true;
    while (goesOn && left > 0) {
      var part = read(Math.min(PART, left));
      left -= part.size();
      var unsent = sender.send(part, result);
      unsent.forEach(letter -> scan.putBack(letter.record()));
      goesOn = !part.isEmpty() && !result.isEnded() && !timeIsUp.getAsBoolean();
    }
    if (!isAnyRead && !scan.left().isEmpty()) {
      result.end(unreadable());
    }
    result.refuseWhenNothingWasDone();
    return json();
  }

  /** The next letters, as far as they can be read in time. */
  private List<RejectedLetter> read(int most) {
    var part = new ArrayList<RejectedLetter>();
    var bytes = 0L;
    try {
      while (part.size() < most && bytes < PART_BYTES) {
        var record = scan.next(timeIsUp);
        if (record == null) {
          break;
        }
        isAnyRead = true;
        var letter = RejectedLetter.read(record).filter(it -> request.filter().takes(it.listed()));
        if (letter.isPresent()) {
          part.add(letter.get());
          bytes += letter.get().command().bytes();
        }
      }
    } catch (KafkaException failed) {
      // what was sent before is told
      part.forEach(letter -> scan.putBack(letter.record()));
      part.clear();
      result.end(unreadable());
    }
    return part;
  }

  private static Problem unreadable() {
    return Problem.of(ReasonCode.QUERY_UNAVAILABLE, "the topic of dead letters cannot be read now");
  }

  private ObjectNode json() {
    var json = result.json();
    var letters = request.letters();
    if (letters != null) {
      return withLeft(json, letters);
    }
    var left = scan.left();
    if (!left.isEmpty()) {
      json.put("cursor", new RedriveCursor(left).text(request.filter()));
    }
    return json.put("done", left.isEmpty());
  }

  /** Adds the named letters that the call did not come to, to be named again. */
  private ObjectNode withLeft(ObjectNode json, SortedMap<Integer, NavigableSet<Long>> named) {
    var left = JsonNodeFactory.instance.arrayNode();
    scan.left()
        .forEach(
            (partition, range) ->
                named.getOrDefault(partition, Collections.emptyNavigableSet()).stream()
                    .filter(offset -> offset >= range.next() && offset < range.end())
                    .forEach(
                        offset ->
                            left.addObject().put("partition", partition).put("offset", offset)));
    var all = named.values().stream().mapToInt(NavigableSet::size).sum();
    json.put("notFound", all - left.size() - result.handled());
    if (!left.isEmpty()) {
      json.set("left", left);
    }
    return json.put("done", left.isEmpty());
  }
}
