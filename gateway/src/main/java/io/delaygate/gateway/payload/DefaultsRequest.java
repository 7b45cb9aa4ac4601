package io.delaygate.gateway.payload;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.job.Policy;
import java.util.List;
import org.apache.kafka.common.header.Header;

/**
 * The defaults of a target as the headers that say the same on Kafka.
 *
 * @param headers control headers
 */
public record DefaultsRequest(List<Header> headers) {
  /** As in the body of a job, but that there is no expiry. */
  private static final FieldNames NAMES = FieldNames.ofJob("expiresMs");

  /** Takes a body apart; ends the call with a problem where names or types are wrong. */
  public static DefaultsRequest of(JobBody body) {
    var headers = new CommandHeaders();
    PolicyFields.add(headers, body.fieldsAmong(PolicyFields.NAMES));
    return new DefaultsRequest(headers.list());
  }

  /**
   * What they will be read as.
   *
   * @throws ProblemException when they would be refused
   */
  public Policy judge(DefaultsParser parser) {
    try {
      return parser.parse(headers);
    } catch (DefaultsParser.RefusedException refused) {
      throw NAMES.problem(refused.refusal());
    }
  }
}
