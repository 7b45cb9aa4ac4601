package io.delaygate.schemas.command;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parser of absolute times as text: ISO-8601 with an offset, a zone in brackets as of RFC 9557, and
 * the variants that common languages and tools print ({@code 2030-01-31 08:00:00+0100}).
 *
 * <p>A local time with a zone and no offset is resolved as {@code java.time} does it: one that the
 * clocks skip is moved forward by the length of the gap, and of one that comes twice the earlier is
 * taken. An offset has to be that of the zone at that time, except {@code Z} and {@code -00:00},
 * which say nothing about local time (RFC 9557, section 3.4). The result is an instant: later
 * changes of the zone's rules do not move it.
 */
public final class TimeText {
  /** Longer than any date with a zone and tags; bounds the work for a longer text. */
  private static final int MOST_CHARS = 200;

  /** What Go prints after the offset is accepted where it repeats the offset. */
  private static final Pattern FORM =
      Pattern.compile(
          "(?<date>\\d{4}-\\d{2}-\\d{2})[Tt ]"
              + "(?<time>\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?)"
              + "(?: ?(?<utc>[Zz]|UTC|GMT|[+-]00:?00 UTC|-00(?::?00)?)"
              + "| ?(?<sign>[+-])(?<h>\\d{2})(?::?(?<m>\\d{2})(?::?(?<s>\\d{2}))?)?)?"
              + "(?<suffix>\\[.*)?");

  private static final Pattern ZONE = Pattern.compile("[A-Za-z._+-][A-Za-z0-9._+:/-]*");

  private static final Pattern TAG =
      Pattern.compile("[a-z_][a-z0-9_-]*=[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*+");

  private TimeText() {}

  /**
   * The time.
   *
   * @throws DateTimeException with the reason in words, if the text cannot be read
   */
  public static Instant parse(String text) {
    var parts = FORM.matcher(text.length() > MOST_CHARS ? "" : text);
    if (!parts.matches()) {
      throw new DateTimeException(
          "use a date, a time of day and an offset or a zone, such as 2030-01-31T08:00:00+01:00 or"
              + " 2030-01-31T08:00[Europe/Berlin]");
    }
    var local = local(parts.group("date") + "T" + parts.group("time").replace(',', '.'));
    var zone = zone(parts.group("suffix"));
    if (parts.group("utc") != null) {
      return local.toInstant(ZoneOffset.UTC);
    }
    if (parts.group("sign") != null) {
      var offset =
          offset(parts.group("sign"), parts.group("h"), parts.group("m"), parts.group("s"));
      return instant(local, offset, zone);
    }
    if (zone == null) {
      throw new DateTimeException("it needs an offset, such as +01:00 or Z, or a zone");
    }
    return ZonedDateTime.ofLocal(local, zone, null).toInstant();
  }

  private static Instant instant(LocalDateTime local, ZoneOffset offset, @Nullable ZoneId zone) {
    if (zone != null && !zone.getRules().isValidOffset(local, offset)) {
      throw new DateTimeException(
          "the offset %s is not valid in %s at that time".formatted(offset, zone));
    }
    return OffsetDateTime.of(local, offset).toInstant();
  }

  private static LocalDateTime local(String text) {
    try {
      return LocalDateTime.parse(text);
    } catch (DateTimeException notInCalendar) {
      throw new DateTimeException("the date or the time of day does not exist", notInCalendar);
    }
  }

  private static ZoneOffset offset(
      String sign, String hours, @Nullable String minutes, @Nullable String seconds) {
    var side = sign.equals("-") ? -1 : 1;
    try {
      return ZoneOffset.ofHoursMinutesSeconds(
          side * Integer.parseInt(hours), side * number(minutes), side * number(seconds));
    } catch (DateTimeException tooFar) {
      throw new DateTimeException("the offset is not valid; use -18:00 to +18:00", tooFar);
    }
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  /**
   * The zone of the tags in brackets; null for none. Tags of other kinds are ignored unless they
   * are marked as critical: the date is always one of the ISO calendar.
   */
  private static @Nullable ZoneId zone(@Nullable String suffix) {
    if (suffix == null) {
      return null;
    }
    if (!suffix.endsWith("]")) {
      throw new DateTimeException("the bracket after the time must be closed");
    }
    @Nullable ZoneId zone = null;
    var tags = suffix.substring(1, suffix.length() - 1).split("\\]\\[", -1);
    for (var i = 0; i < tags.length; i++) {
      var isCritical = tags[i].startsWith("!");
      var tag = isCritical ? tags[i].substring(1) : tags[i];
      if (i == 0 && tag.indexOf('=') < 0) {
        zone = zoneOf(tag);
      } else if (!TAG.matcher(tag).matches()) {
        throw new DateTimeException("'[%s]' is not a valid tag of RFC 9557".formatted(tags[i]));
      } else if (isCritical && !tag.equals("u-ca=gregory") && !tag.equals("u-ca=iso8601")) {
        throw new DateTimeException("the critical tag '[%s]' is not supported".formatted(tags[i]));
      }
    }
    return zone;
  }

  private static ZoneId zoneOf(String name) {
    try {
      if (ZONE.matcher(name).matches()) {
        return ZoneId.of(name);
      }
    } catch (DateTimeException unknown) {
      // refused below, as names that are not valid are
    }
    throw new DateTimeException("time zone '%s' does not exist".formatted(name));
  }
}
