package io.delaygate.harness.broker;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A main class to run in a JVM of its own, with the Java version and class path of this JVM.
 *
 * @param mainClass its binary name
 * @param arguments for {@code main}
 * @param jvmFlags such as {@code -Xmx256m}
 * @param output the file that standard output and error are appended to
 */
public record JavaCommand(
    String mainClass, List<String> arguments, List<String> jvmFlags, Path output)
    implements ChildCommand {

  /** Copies the collections. */
  public JavaCommand {
    arguments = List.copyOf(arguments);
    jvmFlags = List.copyOf(jvmFlags);
  }

  /** The class without arguments and flags. */
  public static JavaCommand of(Class<?> mainClass, Path output) {
    return new JavaCommand(mainClass.getName(), List.of(), List.of(), output);
  }

  /** The same with these arguments instead. */
  public JavaCommand withArguments(List<String> arguments) {
    return new JavaCommand(mainClass, arguments, jvmFlags, output);
  }

  /** The same with these flags instead. */
  public JavaCommand withJvmFlags(String... jvmFlags) {
    return new JavaCommand(mainClass, arguments, List.of(jvmFlags), output);
  }

  @Override
  public String name() {
    return mainClass;
  }

  @Override
  public ProcessBuilder toBuilder() {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(jvmFlags);
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(mainClass);
    line.addAll(arguments);
    File file = output.toFile();
    var builder = new ProcessBuilder(line);
    return builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(file));
  }
}
