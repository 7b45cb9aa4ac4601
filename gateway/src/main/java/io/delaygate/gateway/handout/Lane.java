package io.delaygate.gateway.handout;

import io.delaygate.gateway.handout.Leases.Taken;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.AcknowledgeType;

/**
 * One way on which records of a queue become jobs of ours: they are read, their leases are asked
 * for, and when these are known the records are acknowledged, all before the next are read, as
 * share groups demand. For one thread.
 */
final class Lane implements AutoCloseable {
  private final Readers readers;
  private final Leases leases;
  private List<Readers.Read> read = List.of();
  private List<CompletableFuture<Taken>> taken = List.of();

  Lane(Readers readers, Leases leases) {
    this.readers = readers;
    this.leases = leases;
  }

  Readers readers() {
    return readers;
  }

  /** How many leases were asked for that are not settled. */
  int underWay() {
    return read.size();
  }

  /** Leases of these records were asked for; nothing else may be under way. */
  void asked(List<Readers.Read> records, List<CompletableFuture<Taken>> leasesOfThem) {
    read = records;
    taken = leasesOfThem;
  }

  /** Waits until all that was asked for is known, and acknowledges it; what is ours now. */
  List<Held> settle() {
    var ends = taken.stream().map(CompletableFuture::join).toList();
    var ours =
        ends.stream()
            .filter(Taken.Ours.class::isInstance)
            .map(end -> ((Taken.Ours) end).held())
            .toList();
    try {
      acknowledge(ends);
    } catch (RuntimeException failed) {
      ours.forEach(leases::giveBack);
      throw failed;
    } finally {
      read = List.of();
      taken = List.of();
    }
    return ours;
  }

  private void acknowledge(List<Taken> ends) {
    for (var i = 0; i < read.size(); i++) {
      var isUnsent = ends.get(i) instanceof Taken.Unsent;
      read.get(i).acknowledge(isUnsent ? AcknowledgeType.RELEASE : AcknowledgeType.ACCEPT);
    }
    if (!read.isEmpty()) {
      readers.commit();
    }
  }

  /** What came that nobody wants is for callers of other gateways. */
  void letGo(Duration wait) {
    var rest = readers.rest(wait);
    if (!rest.isEmpty()) {
      rest.forEach(one -> one.acknowledge(AcknowledgeType.RELEASE));
      readers.commit();
    }
  }

  /** What is under way goes back when it comes. */
  @Override
  public void close() {
    for (var one : taken) {
      var unused = one.thenAccept(this::giveBack);
    }
    readers.close();
  }

  private void giveBack(Taken end) {
    if (end instanceof Taken.Ours ours) {
      leases.giveBack(ours.held());
    }
  }
}
