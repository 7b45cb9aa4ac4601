package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.TopicNames;
import java.util.List;
import org.apache.kafka.common.header.Header;

/**
 * Parser of headers into the default policy of a target's jobs, for jobs whose own headers set
 * none. Thread-safe.
 */
public final class DefaultsParser {
  private final PolicyParser policies;

  /** A parser for the installation whose own topics have these names. */
  public DefaultsParser(TopicNames names) {
    this.policies = new PolicyParser(new TargetNames(names));
  }

  /**
   * Parses the headers; headers that are not control headers are ignored.
   *
   * @throws RefusedException if a schedule with these headers would be refused, or one of them does
   *     not set a policy
   */
  public Policy parse(List<Header> given) {
    try {
      var headers = ControlHeaders.read(given);
      for (var header : DelayHeader.values()) {
        if (headers.has(header) && !PolicyParser.reads(header)) {
          throw new RefusalException(
              ReasonCode.HEADER_MISPLACED,
              header,
              "'%s' cannot have a default",
              header.headerName());
        }
      }
      return policies.policy(headers, Policy.USUAL);
    } catch (RefusalException fault) {
      throw new RefusedException(fault.refusal());
    }
  }

  /** The headers are refused. */
  public static final class RefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    private RefusedException(Refusal refusal) {
      super(refusal.text());
      this.refusal = refusal;
    }

    /** The reason. */
    public Refusal refusal() {
      return refusal;
    }
  }
}
