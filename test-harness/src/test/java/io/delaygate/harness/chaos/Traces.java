package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Violation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Records that one job left.
 *
 * @param deliveries in order
 * @param letters dead letters
 */
record Traces(List<Delivery> deliveries, List<Letter> letters) {
  static final Traces NONE = new Traces(List.of(), List.of());

  /** Deliveries of an acknowledged job. */
  List<Delivery> attempts() {
    return deliveries.stream().filter(Delivery::isAttempt).toList();
  }

  /** Deliveries that ended a job. */
  List<Delivery> arrivals() {
    return deliveries.stream().filter(delivery -> !delivery.isAttempt()).toList();
  }

  /** Whether a world must have left exactly these records. */
  boolean fit(World world, Fragile fragile) {
    return fitDeliveries(world, fragile)
        && pairs(world.past().deaths(), letters, World.Death::explains, death -> false);
  }

  private boolean fitDeliveries(World world, Fragile fragile) {
    return world.past().attempts() == attempts().size()
        && pairs(world.past().arrivals(), arrivals(), World.Due::explains, fragile::mayHaveLost);
  }

  /** Whether expected and found items can be paired; some expected items may be lost. */
  private static <E, F> boolean pairs(
      List<E> expected, List<F> found, BiPredicate<E, F> explains, Predicate<E> mayBeLost) {
    if (expected.isEmpty()) {
      return found.isEmpty();
    }
    var others = expected.subList(1, expected.size());
    if (mayBeLost.test(expected.get(0)) && pairs(others, found, explains, mayBeLost)) {
      return true;
    }
    for (var one : found) {
      if (explains.test(expected.get(0), one)) {
        var rest = new ArrayList<>(found);
        rest.remove(one);
        if (pairs(others, rest, explains, mayBeLost)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Kind of the violation if no world explains a command. */
  Kind contradiction(Set<World> before, Command command, Meanwhile meanwhile) {
    var claim = command.clauses().claim();
    var all = before.stream().flatMap(meanwhile::after).toList();
    var taken = all.stream().mapToInt(world -> world.past().attempts()).max().orElse(0);
    var isUnexplained =
        claim != null
            && attempts().stream()
                .skip(taken)
                .anyMatch(delivery -> claim.lease().equals(delivery.lease()));
    return isUnexplained ? unexplained(all, meanwhile) : Kind.FALSE_OUTCOME;
  }

  /** Kind of the violation if no world at the end fits. */
  Kind contradiction(Set<World> last, Set<World> ends, Meanwhile meanwhile) {
    var all = last.stream().flatMap(meanwhile::after).toList();
    var taken = all.stream().mapToInt(world -> world.past().attempts()).max().orElse(0);
    if (taken < attempts().size()) {
      return unexplained(all, meanwhile);
    }
    var counts = ends.stream().mapToInt(Traces::deliveries).summaryStatistics();
    if (deliveries.size() < counts.getMin()) {
      return Kind.LOST;
    }
    if (deliveries.size() > counts.getMax()) {
      return Kind.TWICE;
    }
    var fits = ends.stream().anyMatch(end -> fitDeliveries(end, meanwhile.fragile()));
    return fits ? Kind.DEAD_LETTER : Kind.WRONG_DELIVERY;
  }

  private static Kind unexplained(List<World> worlds, Meanwhile meanwhile) {
    return worlds.stream().anyMatch(meanwhile::isEarly) ? Kind.EARLY : Kind.ATTEMPT;
  }

  private static int deliveries(World world) {
    return world.past().arrivals().size() + world.past().attempts();
  }
}
