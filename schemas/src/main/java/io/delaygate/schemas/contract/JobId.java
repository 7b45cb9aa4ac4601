package io.delaygate.schemas.contract;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Id of a job: the record key of {@code delay-requests}, 1 to {@value Limits#ID_BYTES} bytes of
 * UTF-8. The scheduler gives an id of the form {@code ~<partition>-<offset>} to a record without a
 * key; it belongs to that partition. An id that begins with {@code @<namespace>/} belongs to that
 * namespace; all others belong to the default one.
 *
 * <p>An id that begins with <code>{tag}</code>, behind the prefix of its namespace, is one of a
 * sequence: all jobs with the same tag are in one partition, and those of them with the same target
 * topic leave one after another. The idea of such tags is Redis Cluster's.
 *
 * @param text the id; never empty
 */
public record JobId(String text) {
  /** The namespace of ids that do not name one. */
  public static final String DEFAULT_NAMESPACE = "default";

  private static final Pattern GENERATED = Pattern.compile("~(\\d{1,9})-(\\d{1,19})");

  private static final byte NAMED = '@';

  /** Form of the ids of all namespaces but the default one. */
  private static final Pattern NAMESPACE =
      Pattern.compile("@([A-Za-z0-9_-]{1,64})/.+", Pattern.DOTALL);

  /** Form of ids with a tag. Something must follow it: a GUID in braces has none. */
  private static final Pattern TAGGED =
      Pattern.compile("((?:@[A-Za-z0-9_-]{1,64}/)?)\\{([A-Za-z0-9._:-]{1,64})}.+", Pattern.DOTALL);

  /** Prefix of all ids of a namespace; empty for the default one. */
  public static String prefix(String namespace) {
    return namespace.equals(DEFAULT_NAMESPACE) ? "" : "@" + namespace + "/";
  }

  /**
   * The namespace of the id with these bytes; nothing is decoded or allocated for the default one.
   */
  public static String namespace(byte[] id) {
    return id.length > 0 && id[0] == NAMED
        ? new JobId(new String(id, StandardCharsets.UTF_8)).namespace()
        : DEFAULT_NAMESPACE;
  }

  /** The tag of the id with these bytes; nothing is decoded for an id that cannot have one. */
  public static @Nullable String tag(byte[] id) {
    return id.length > 0 && mayHaveTag(id[0])
        ? new JobId(new String(id, StandardCharsets.UTF_8)).tag()
        : null;
  }

  /** The id that a record without a key gets from its coordinates. */
  public static JobId generated(int partition, long offset) {
    return new JobId("~" + partition + "-" + offset);
  }

  /**
   * Parses a record key; empty when it is not a valid id. A {@code ~} id must be a generated one.
   */
  public static Optional<JobId> parse(byte[] key) {
    if (key.length == 0 || key.length > Limits.ID_BYTES) {
      return Optional.empty();
    }
    return StrictUtf8.decode(key).map(JobId::new).filter(JobId::legal);
  }

  /** Whether the scheduler made this id; callers may refer to such a job but not schedule one. */
  public boolean isGenerated() {
    return text.charAt(0) == '~';
  }

  /**
   * The namespace that the job belongs to. {@code @default/} is not a prefix of the default
   * namespace, because its ids have none.
   */
  public String namespace() {
    var named = NAMESPACE.matcher(text);
    return named.matches() ? named.group(1) : DEFAULT_NAMESPACE;
  }

  /** The id without the prefix of its namespace. */
  public String local() {
    return text.substring(prefix(namespace()).length());
  }

  /** The tag, behind the prefix of its namespace; null without one. */
  public @Nullable String tag() {
    if (!mayHaveTag(text.charAt(0))) {
      return null;
    }
    var tagged = TAGGED.matcher(text);
    return tagged.matches() ? tagged.group(1) + tagged.group(2) : null;
  }

  private static boolean mayHaveTag(int first) {
    return first == '{' || first == NAMED;
  }

  /** The id as record key. */
  public byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The partition of {@code delay-requests} that owns this id: Kafka's default partitioner for
   * ordinary ids, and for the tag of those that have one; the number inside for generated ones.
   *
   * @param partitions how many partitions the topic has, at least 1
   * @return empty for a generated id whose partition does not exist
   */
  public OptionalInt partition(int partitions) {
    if (!isGenerated()) {
      var tag = tag();
      var key = tag == null ? bytes() : tag.getBytes(StandardCharsets.UTF_8);
      return OptionalInt.of(Utils.toPositive(Utils.murmur2(key)) % partitions);
    }
    var number = Integer.parseInt(text.substring(1, text.indexOf('-')));
    return number < partitions ? OptionalInt.of(number) : OptionalInt.empty();
  }

  private boolean legal() {
    return !isGenerated() || GENERATED.matcher(text).matches();
  }
}
