package io.delaygate.harness.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Main class of the trials, in a process with {@link DiskFaults}: {@code <folder> <first seed>
 * <number of seeds> <step between seeds>}. The folder is deleted. It prints a line for each trial,
 * and ends with 1 if one failed.
 */
final class StoreTrials {
  private StoreTrials() {}

  /** Runs the trials. */
  public static void main(String[] arguments) throws IOException {
    var faults = DiskFaults.own();
    var isGood = true;
    var folder = Path.of(arguments[0]);
    for (var i = 0; i < Integer.parseInt(arguments[2]); i++) {
      var seed = Long.parseLong(arguments[1]) + i * Long.parseLong(arguments[3]);
      var state = Files.createDirectories(folder.resolve("seed-" + seed));
      try {
        System.out.println(seed + " " + new StoreTrial(seed, state, faults).run());
      } catch (RuntimeException | AssertionError wrong) {
        faults.end();
        isGood = false;
        System.out.println(seed + " WRONG " + wrong);
        wrong.printStackTrace(System.out);
      }
      StoreHost.deleteAll(state);
    }
    StoreHost.deleteAll(folder);
    System.exit(isGood ? 0 : 1);
  }
}
