package io.delaygate.harness.architecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** Option of ArchUnit that leaves out tests, also those in a jar of tests. */
final class MainCodeOnly implements ImportOption {
  private final ImportOption noTests = new DoNotIncludeTests();

  @Override
  public boolean includes(Location location) {
    return noTests.includes(location) && !location.contains("-tests.jar");
  }
}
