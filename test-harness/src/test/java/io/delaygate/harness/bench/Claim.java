package io.delaygate.harness.bench;

import io.delaygate.harness.queues.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a worker has in hands of a job. Found by a pattern: a parser of JSON would take of the
 * processors what is to be measured.
 *
 * @param json what it says to finish the job
 * @param value the payload, a text without quotes
 */
record Claim(String json, String value) {
  private static final Pattern JOB =
      Pattern.compile(
          "\\{(\"id\":\"[^\"]*\").*?(\"lease\":\"[^\"]*\").*?\"value\":\"([^\"]*)\"\\}");

  /** All jobs of an answer. */
  static List<Claim> all(Connection.Answer answer) {
    if (answer.status() != 200) {
      throw new IllegalStateException("the gateway says " + answer);
    }
    var claims = new ArrayList<Claim>();
    for (var job = JOB.matcher(answer.body()); job.find(); ) {
      claims.add(new Claim("{" + job.group(1) + "," + job.group(2) + "}", job.group(3)));
    }
    return claims;
  }
}
