package io.delaygate.harness.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Files of the repository, without the output of builds, runs and editors.
 *
 * <p>They are found by walking the folders instead of asking git, so that the checks also run in a
 * source archive.
 */
record RepositoryFiles(Path root, List<Path> all) {
  /** Folders that {@code .gitignore} names, and git's own folder. */
  private static final Set<String> IGNORED =
      Set.of(".git", "target", ".dev", ".idea", ".vscode", ".settings");

  /** A NUL byte within this many bytes marks a binary file; git looks just as far. */
  private static final int BINARY_PROBE_BYTES = 8000;

  static RepositoryFiles find() {
    try {
      Path root = root(Path.of("").toAbsolutePath());
      List<Path> all = new ArrayList<>();
      Files.walkFileTree(root, new Collect(all));
      all.sort(null);
      return new RepositoryFiles(root, List.copyOf(all));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root(Path start) {
    for (Path at = start; at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve(".mvn"))) {
        return at;
      }
    }
    throw new IllegalStateException("no folder above " + start + " has a .mvn");
  }

  List<Path> endingWith(String... suffixes) {
    return all.stream()
        .filter(file -> List.of(suffixes).stream().anyMatch(relative(file)::endsWith))
        .toList();
  }

  List<Path> textFiles() {
    return all.stream().filter(RepositoryFiles::isText).toList();
  }

  /** The path from the root, with slashes on every system. */
  String relative(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  static List<String> lines(Path file) {
    return text(file).lines().toList();
  }

  static String text(Path file) {
    return new String(bytes(file), StandardCharsets.UTF_8);
  }

  private static boolean isText(Path file) {
    byte[] bytes = bytes(file);
    for (int i = 0; i < Math.min(bytes.length, BINARY_PROBE_BYTES); i++) {
      if (bytes[i] == 0) {
        return false;
      }
    }
    return true;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Collect extends SimpleFileVisitor<Path> {
    private final List<Path> found;

    Collect(List<Path> found) {
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
      return IGNORED.contains(String.valueOf(dir.getFileName()))
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      // in a linked worktree .git is a file
      if (!IGNORED.contains(String.valueOf(file.getFileName()))) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
