package io.delaygate.harness.broker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Command line of a distribution's start script, which becomes the JVM that it starts, with this
 * JVM's Java.
 *
 * @param script the executable file
 * @param environment variables in addition to the environment of this JVM, from which settings are
 *     removed
 * @param output the file that standard output and error are appended to
 */
public record ScriptCommand(
    Path script, List<String> arguments, Map<String, String> environment, Path output)
    implements ChildCommand {

  /** Copies the collections. */
  public ScriptCommand {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  @Override
  public String name() {
    return String.valueOf(script.getFileName());
  }

  @Override
  public ProcessBuilder toBuilder() {
    var line = new ArrayList<String>();
    line.add(script.toString());
    line.addAll(arguments);
    var builder = builder(line);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    // tests share the distribution, and no stop may take the seconds that an archive of classes
    // does
    builder.environment().put("CLASS_ARCHIVES", "");
    builder.environment().putAll(environment);
    return builder;
  }
}
