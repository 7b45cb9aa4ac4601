package io.delaygate.gateway.access;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;

/**
 * Mapping from the job ids that callers of a namespace use to the ids that are stored. Inside the
 * namespace {@code x} is stored as {@code @<namespace>/x}, and shown as {@code x} again. No id that
 * a caller can write names a job of another namespace.
 *
 * @param namespace of the callers
 */
public record NamespaceIds(String namespace) {
  private static final String FIELD = "id";

  /**
   * The stored id of a job to be scheduled. The contract's parser checks the form of ids of the
   * default namespace.
   *
   * @throws ProblemException 400 when the namespace cannot have such an id
   */
  public String toSchedule(String named) {
    var prefix = JobId.prefix(namespace);
    var stored = prefix + named;
    if (prefix.isEmpty()) {
      if (!named.isEmpty() && !new JobId(named).namespace().equals(namespace)) {
        throw invalid(
            "an id that begins like `@shop/` belongs to a namespace;"
                + " use an id without that prefix");
      }
      return stored;
    }
    if (named.isEmpty() || named.charAt(0) == '~') {
      throw invalid("the id must have at least 1 byte and must not begin with '~'");
    }
    var bytes = stored.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Limits.ID_BYTES) {
      throw invalid(
          "with the prefix of its namespace, `%s`, the id has %d bytes; at most %d are allowed"
              .formatted(prefix, bytes, Limits.ID_BYTES));
    }
    return stored;
  }

  /**
   * The stored id of a job that may exist; generated ids are valid in the default namespace.
   *
   * @throws ProblemException 400 for an id that is not valid, 404 for one of another namespace
   */
  public JobId existing(String named) {
    var stored = JobId.prefix(namespace) + named;
    var id =
        JobId.parse(stored.getBytes(StandardCharsets.UTF_8))
            .filter(any -> !named.isEmpty())
            .orElseThrow(
                () ->
                    invalid(
                        "the id must have 1 to "
                            + Limits.ID_BYTES
                            + " bytes of UTF-8, the prefix of its namespace included; an id that"
                            + " begins with '~' must have the form `~partition-offset`"));
    if (!id.namespace().equals(namespace)) {
      throw new ProblemException(
          ReasonCode.JOB_NOT_FOUND,
          "no pending or dead job has this id; it may have ended without delivery");
    }
    return id;
  }

  private static ProblemException invalid(String detail) {
    return ProblemException.at(FIELD, ReasonCode.ID_INVALID, detail);
  }
}
