package io.delaygate.scheduler.query;

import io.delaygate.scheduler.store.DuePosition;
import java.util.Base64;
import java.util.regex.Pattern;

/** Text form of a listing position: {@code <dueMs>.<priority>.<id, base64url without padding>}. */
final class PositionText {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\.(\\d)\\.([A-Za-z0-9_-]+)");

  private PositionText() {}

  static String of(DuePosition at) {
    var id = Base64.getUrlEncoder().withoutPadding().encodeToString(at.id());
    return at.dueMs() + "." + at.priority() + "." + id;
  }

  static DuePosition parse(String text) {
    var parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw QueryRefusal.invalid("after: no position");
    }
    try {
      return new DuePosition(
          Long.parseLong(parts.group(1)),
          Integer.parseInt(parts.group(2)),
          Base64.getUrlDecoder().decode(parts.group(3)));
    } catch (IllegalArgumentException notBase64) {
      throw QueryRefusal.invalid("after: no position");
    }
  }
}
