package io.delaygate.harness.bench;

import io.delaygate.harness.queues.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * Reserved job in an answer. It is found without a parser, which would use CPU that is to be
 * measured.
 *
 * @param json the members that finish the job
 * @param value the payload, a text without quotes
 */
record Claim(String json, String value) {
  private static final String ID = "\"id\":\"";
  private static final String LEASE = "\"lease\":\"";
  private static final String VALUE = "\"value\":\"";

  /** All jobs in an answer. */
  static List<Claim> all(Connection.Answer answer) {
    if (answer.status() != 200) {
      throw new IllegalStateException("the gateway says " + answer);
    }
    var claims = new ArrayList<Claim>();
    var jobs = answer.body();
    for (var at = jobs.indexOf(ID); at >= 0; at = jobs.indexOf(ID, at)) {
      var id = member(jobs, ID, at);
      var lease = member(jobs, LEASE, at);
      var value = member(jobs, VALUE, at);
      claims.add(
          new Claim(
              "{" + id + "," + lease + "}", value.substring(VALUE.length(), value.length() - 1)));
      at = jobs.indexOf(VALUE, at) + value.length();
    }
    return claims;
  }

  /** The text of a member, up to its closing quote. */
  private static String member(String jobs, String name, int from) {
    var start = jobs.indexOf(name, from);
    return jobs.substring(start, jobs.indexOf('"', start + name.length()) + 1);
  }
}
