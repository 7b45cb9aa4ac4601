package io.delaygate.harness.broker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Command line of a main class in a JVM of its own, with the Java version of this JVM.
 *
 * @param mainClass its binary name
 * @param arguments for {@code main}
 * @param jvmFlags such as {@code -Xmx256m}
 * @param classPath as {@code -cp} takes it
 * @param output the file that standard output and error are appended to
 */
public record JavaCommand(
    String mainClass, List<String> arguments, List<String> jvmFlags, String classPath, Path output)
    implements ChildCommand {

  /** Copies the collections. */
  public JavaCommand {
    arguments = List.copyOf(arguments);
    jvmFlags = List.copyOf(jvmFlags);
  }

  /** The class without arguments and flags, with the class path of this JVM. */
  public static JavaCommand of(Class<?> mainClass, Path output) {
    var classPath = System.getProperty("java.class.path");
    return new JavaCommand(mainClass.getName(), List.of(), List.of(), classPath, output);
  }

  /** The same with these arguments instead. */
  public JavaCommand withArguments(List<String> arguments) {
    return new JavaCommand(mainClass, arguments, jvmFlags, classPath, output);
  }

  /** The same with these flags instead. */
  public JavaCommand withJvmFlags(String... jvmFlags) {
    return new JavaCommand(mainClass, arguments, List.of(jvmFlags), classPath, output);
  }

  /** The same with this class path instead. */
  public JavaCommand withClassPath(String classPath) {
    return new JavaCommand(mainClass, arguments, jvmFlags, classPath, output);
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
    line.addAll(List.of("-cp", classPath));
    line.add(mainClass);
    line.addAll(arguments);
    return builder(line);
  }
}
