package io.delaygate.harness.e2e;

import java.util.stream.Stream;

/** All calls about one job: method, path and body. */
final class JobRoutes {
  private JobRoutes() {}

  static Stream<String[]> of(String path) {
    var lease = "{\"lease\":\"x\"}";
    return Stream.of(
        new String[] {"GET", path, ""},
        new String[] {"GET", path + "/attempts", ""},
        new String[] {"DELETE", path, ""},
        new String[] {"PATCH", path, "{\"delay\":\"2h\"}"},
        new String[] {"POST", path + "/fire", ""},
        new String[] {"POST", path + "/kick", ""},
        new String[] {"POST", path + "/reserve", lease},
        new String[] {"POST", path + "/finish", lease},
        new String[] {"POST", path + "/release", lease},
        new String[] {"POST", path + "/extend", lease},
        new String[] {"POST", path + "/bury", lease});
  }
}
