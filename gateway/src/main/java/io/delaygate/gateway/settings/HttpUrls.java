package io.delaygate.gateway.settings;

import java.net.URI;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Validator of lists of {@code http(s)://host[:port]} without a path. */
final class HttpUrls implements ConfigDef.Validator {
  static final HttpUrls VALIDATOR = new HttpUrls();

  private HttpUrls() {}

  @Override
  public void ensureValid(String name, Object value) {
    for (var text : (List<?>) value) {
      if (!isUrl(String.valueOf(text))) {
        throw new ConfigException(name, text, "must have the form http://host:port");
      }
    }
  }

  private static boolean isUrl(String text) {
    try {
      var url = URI.create(text);
      return ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
          && url.getHost() != null
          && text.equals(url.getScheme() + "://" + url.getRawAuthority());
    } catch (IllegalArgumentException noUri) {
      return false;
    }
  }

  /** For the table of settings. */
  @Override
  public String toString() {
    return "HTTP URLs without a path";
  }
}
