package io.delaygate.schemas.command;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.TopicNames;
import java.util.List;
import org.apache.kafka.common.header.Header;

/** Headers to what jobs of a target are treated by that do not say it themselves. Thread-safe. */
public final class DefaultsParser {
  private final PolicyParser policies;

  /** A parser for the installation whose own topics have these names. */
  public DefaultsParser(TopicNames names) {
    this.policies = new PolicyParser(new TargetNames(names));
  }

  /**
   * Reads the headers; those that are not ours mean nothing.
   *
   * @throws RefusedException if they would be refused on a schedule, or are none of a policy
   */
  public Policy parse(List<Header> given) {
    try {
      var headers = ControlHeaders.read(given);
      for (var header : DelayHeader.values()) {
        if (headers.has(header) && !PolicyParser.reads(header)) {
          throw new Fault(
              ReasonCode.HEADER_MISPLACED, header, "'%s' can have no default", header.headerName());
        }
      }
      return policies.policy(headers, Policy.USUAL);
    } catch (Fault fault) {
      throw new RefusedException(fault.refusal());
    }
  }

  /** What was given is refused. */
  public static final class RefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    private RefusedException(Refusal refusal) {
      super(refusal.text());
      this.refusal = refusal;
    }

    /** Why. */
    public Refusal refusal() {
      return refusal;
    }
  }
}
