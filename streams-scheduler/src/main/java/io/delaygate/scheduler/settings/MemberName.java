package io.delaygate.scheduler.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.kafka.streams.errors.ProcessorStateException;

/**
 * Static member name of this instance in its group ({@code group.instance.id}), the same for each
 * process that has its state directory. A process that was killed is still a member until its
 * session is over; the next one takes its place at once by this name, and its partitions with it,
 * whose stores it has.
 *
 * <p>The name lies in the directory and not in the settings, since only one process at a time can
 * have a directory. A copy of a directory must not be used beside the original.
 */
public final class MemberName {
  /** As brokers allow, and as {@link UUID} writes it. */
  private static final Pattern NAME = Pattern.compile("[0-9a-f-]{36}");

  private static final String FILE = "member-name";

  private MemberName() {}

  /**
   * The name that the settings give, or else that of the state directory, which gets one if it has
   * none.
   *
   * @throws ProcessorStateException if the directory cannot be read or written
   */
  public static String of(SchedulerSettings settings) {
    var home = settings.stateDirectory().resolve(settings.names().applicationId());
    return settings.instanceId().orElseGet(() -> kept(home));
  }

  private static String kept(Path home) {
    var file = home.resolve(FILE);
    try {
      if (Files.exists(file)) {
        var name = Files.readString(file).strip();
        if (NAME.matcher(name).matches()) {
          return name;
        }
      }
      return keep(file);
    } catch (IOException failed) {
      throw new ProcessorStateException(
          "Cannot store the name of this group member in " + file, failed);
    }
  }

  /** A process that ends while it writes leaves no partial name. */
  private static String keep(Path file) throws IOException {
    var name = UUID.randomUUID().toString();
    Files.createDirectories(file.toAbsolutePath().getParent());
    var written = Files.writeString(file.resolveSibling(FILE + ".new"), name);
    Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    return name;
  }
}
