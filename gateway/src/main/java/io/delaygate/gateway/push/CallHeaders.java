package io.delaygate.gateway.push;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.delaygate.gateway.push.EndpointCall.Field;
import io.delaygate.schemas.contract.DelayHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;

/**
 * Rule for the headers of a call: which of them an endpoint may fix, and which a job may bring. A
 * job's headers that are not allowed are left out of the call, since they were written for a
 * record.
 */
public final class CallHeaders {
  /** Most bytes of a job's headers in a call: servers usually refuse more than this in all. */
  static final int MAX_JOB_BYTES = 8 * 1024;

  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Visible ASCII, with blanks only between. */
  private static final Pattern VALUE = Pattern.compile("|[!-~]([ \t!-~]*[!-~])?");

  /** Headers about the message and the connection, which the client alone sets. */
  private static final Set<String> OF_CLIENT =
      Set.of(
          "accept-encoding",
          "connection",
          "content-length",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  /** Headers that claim who calls: an endpoint has them fixed, but no job decides them. */
  private static final Set<String> OF_ENDPOINT =
      Set.of("authorization", "cookie", "forwarded", "user-agent", "via", "x-real-ip");

  private static final String FORWARDED = "x-forwarded-";

  private static final String WEBHOOK = "webhook-";

  /** Of headers that the gateway keeps with a job, such as the address of a waiting caller. */
  private static final String OURS = "delaygate-";

  private CallHeaders() {}

  /** Why an endpoint cannot fix the header; empty if it can. The text does not hold the value. */
  public static Optional<String> fixedFault(String name, String value) {
    if (!TOKEN.matcher(name).matches()) {
      return Optional.of("the header's name must be a token of HTTP, such as Authorization");
    }
    if (isReserved(name.toLowerCase(Locale.ROOT))) {
      return Optional.of("the header " + name + " is set by the gateway");
    }
    return VALUE.matcher(value).matches()
        ? Optional.empty()
        : Optional.of("the header " + name + " must be visible ASCII, without blanks at its ends");
  }

  /**
   * The headers of a job that belong into the call, as far as they fit.
   *
   * @param taken names in lower case that the call has already
   */
  static List<Field> ofJob(List<Header> headers, Set<String> taken) {
    var fields = new ArrayList<Field>();
    var bytes = 0;
    for (var header : headers) {
      var name = header.key().toLowerCase(Locale.ROOT);
      var value = value(header);
      if (value.isPresent() && !taken.contains(name) && mayBring(name)) {
        bytes += name.length() + value.get().length();
        if (bytes > MAX_JOB_BYTES) {
          break;
        }
        fields.add(new Field(header.key(), value.get()));
      }
    }
    return fields;
  }

  /** The first header of a job with that name whose value can be sent. */
  static Optional<String> first(List<Header> headers, String name) {
    return headers.stream()
        .filter(header -> header.key().equalsIgnoreCase(name))
        .flatMap(header -> value(header).stream())
        .findFirst();
  }

  private static boolean mayBring(String name) {
    return TOKEN.matcher(name).matches()
        && !isReserved(name)
        && !OF_ENDPOINT.contains(name)
        && !name.startsWith(FORWARDED);
  }

  private static boolean isReserved(String name) {
    return OF_CLIENT.contains(name)
        || name.startsWith(WEBHOOK)
        || name.startsWith(OURS)
        || DelayHeader.isControl(name);
  }

  private static Optional<String> value(Header header) {
    var bytes = header.value();
    if (bytes == null) {
      return Optional.empty();
    }
    // each byte one character: whatever is not ASCII is refused by the pattern
    var text = new String(bytes, ISO_8859_1);
    return Optional.of(text).filter(it -> VALUE.matcher(it).matches());
  }
}
