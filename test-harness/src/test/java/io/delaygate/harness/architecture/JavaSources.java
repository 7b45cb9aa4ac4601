package io.delaygate.harness.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Methods and sleeps of Java files, found by the compiler's parser. Unlike compiled classes it
 * covers the tests of other modules, and unlike a search for braces it makes no mistakes.
 */
record JavaSources(List<Method> methods, List<Place> sleeps) {
  private static final Pattern SLEEPER =
      Pattern.compile("(.*\\.)?(Thread|(NANO|MICRO|MILLI)?SECONDS|MINUTES|HOURS|DAYS)");

  /** A line of a file. */
  record Place(Path file, long line) {}

  /** A method or constructor. */
  record Method(Place at, String name, long lines, int parameters, boolean shapeIsGiven) {}

  static JavaSources parse(List<Path> files) {
    Collect collect = scan(files, Collect::new);
    return new JavaSources(List.copyOf(collect.methods), List.copyOf(collect.sleeps));
  }

  /** Runs a scanner over all files. */
  static <S extends TreePathScanner<?, ?>> S scan(
      List<Path> files, Function<SourcePositions, S> scanner) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      var units = manager.getJavaFileObjectsFromPaths(files);
      var task = (JavacTask) compiler.getTask(null, manager, null, null, null, units);
      S scan = scanner.apply(Trees.instance(task).getSourcePositions());
      scan.scan(task.parse(), null);
      return scan;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Method> methodsThat(Predicate<Method> predicate) {
    return methods.stream().filter(predicate).toList();
  }

  private static final class Collect extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final List<Method> methods = new ArrayList<>();
    private final List<Place> sleeps = new ArrayList<>();
    private final SourcePositions positions;

    Collect(SourcePositions positions) {
      this.positions = positions;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
      CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
      long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, method));
      Place at = place(method);
      methods.add(
          new Method(
              at,
              method.getName().toString(),
              last - at.line() + 1,
              method.getParameters().size(),
              shapeIsGiven(method)));
      return super.visitMethod(method, null);
    }

    /** Whether the method overrides another one, or is the constructor of a record. */
    private boolean shapeIsGiven(MethodTree method) {
      boolean overrides =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
      boolean ofRecord =
          getCurrentPath().getParentPath().getLeaf() instanceof ClassTree owner
              && owner.getKind() == Tree.Kind.RECORD
              && method.getName().contentEquals("<init>");
      return overrides || ofRecord;
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree select, @Nullable Void nothing) {
      noteSleep(select, select.getIdentifier().toString(), select.getExpression());
      return super.visitMemberSelect(select, null);
    }

    @Override
    public @Nullable Void visitMemberReference(
        MemberReferenceTree reference, @Nullable Void nothing) {
      noteSleep(reference, reference.getName().toString(), reference.getQualifierExpression());
      return super.visitMemberReference(reference, null);
    }

    private void noteSleep(Tree tree, String name, ExpressionTree owner) {
      if (name.equals("sleep") && SLEEPER.matcher(owner.toString()).matches()) {
        sleeps.add(place(tree));
      }
    }

    private Place place(Tree tree) {
      CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
      long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
      return new Place(Path.of(unit.getSourceFile().toUri()), line);
    }
  }
}
