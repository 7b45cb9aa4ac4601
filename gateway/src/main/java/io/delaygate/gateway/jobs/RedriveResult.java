package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.outcome.CallerJobView;
import io.delaygate.schemas.command.Refusal;
import org.jspecify.annotations.Nullable;

/** Counts of the results of one redrive. For one thread at a time. */
final class RedriveResult {
  /** Enough to see what is wrong; all are listed anyway. */
  private static final int EXAMPLES = 20;

  private final ArrayNode refusals = JsonNodeFactory.instance.arrayNode();
  private int sent;
  private int refused;
  private int failed;
  private @Nullable Problem problem;

  /** Counts a command that is stored. */
  void sent() {
    sent++;
  }

  /** Counts a command that would be rejected again. */
  void refused(RejectedLetter letter, Refusal why) {
    refused++;
    if (refusals.size() < EXAMPLES) {
      var json = JsonNodeFactory.instance.objectNode();
      ListRejectedHandler.putLetter(json, letter.listed());
      ListRejectedHandler.putId(json, letter.listed());
      json.put("reason", why.reason().name());
      json.put("reasonText", why.text());
      refusals.add(CallerJobView.withIsoTimes(json));
    }
  }

  /** Counts a command that could not be sent now; the call ends with it. */
  void failed(Problem why) {
    failed++;
    end(why);
  }

  /** Ends the call because of a problem that is about no single command. */
  void end(Problem why) {
    problem = problem == null ? why : problem;
  }

  /** Whether the call ends because of a problem. */
  boolean isEnded() {
    return problem != null;
  }

  /** Number of letters that have their result. */
  int handled() {
    return sent + refused;
  }

  /** A call that could do nothing at all fails as a single one does. */
  void refuseWhenNothingWasDone() {
    if (problem != null && handled() == 0) {
      throw new ProblemException(problem);
    }
  }

  /** The counts as JSON that may be added to. */
  ObjectNode json() {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("sent", sent).put("refused", refused).put("failed", failed);
    json.set("refusals", refusals);
    if (problem != null) {
      json.set("problem", problem.node());
    }
    return json;
  }
}
