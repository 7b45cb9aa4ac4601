package io.delaygate.gateway.payload;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.job.Policy;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Header;

/**
 * Request to set the defaults of a target: the JSON body as contract headers.
 *
 * @param headers control headers
 */
public record DefaultsRequest(List<Header> headers) {
  /** Names of the fields of an endpoint's policy. */
  public static final Set<String> OF_ENDPOINTS = Set.of("priority", "onExpiry", "ack");

  /** The names in the body of a job, except that there is no expiry. */
  private static final FieldNames NAMES = FieldNames.ofJob("expiresMs");

  /** Converts a body; ends the call with a problem where names or types are wrong. */
  public static DefaultsRequest of(JobBody body) {
    var headers = new CommandHeaders();
    PolicyFields.add(headers, body.fieldsAmong(PolicyFields.NAMES));
    return new DefaultsRequest(headers.list());
  }

  /** Converts the policy fields of an endpoint, whose jobs are acknowledged by their answers. */
  public static DefaultsRequest ofEndpoint(FieldReader fields) {
    var headers = new CommandHeaders();
    PolicyFields.addOfEndpoint(headers, fields);
    return new DefaultsRequest(headers.list());
  }

  /**
   * Parses the defaults.
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
