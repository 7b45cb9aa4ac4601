package io.delaygate.harness.architecture;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Check for values of log calls whose types have no readable text: a record, an optional or a map
 * prints its Java form, such as {@code TargetPause[untilMs=9223372036854775807]}. The compiler
 * determines the types.
 */
final class LoggedValues {
  /** Types with a readable text, and collections of them. */
  private static final Set<String> PLAIN =
      Set.of(
          "java.lang.String",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Double",
          "java.lang.Boolean",
          "java.nio.file.Path",
          "org.apache.kafka.common.TopicPartition");

  private static final Set<String> COLLECTIONS =
      Set.of("java.util.List", "java.util.Set", "java.util.Collection");

  private LoggedValues() {}

  /** One line for each value without a readable text. */
  static List<String> faults(List<Path> files) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      var task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  problem -> {}, // a value whose type cannot be resolved is a fault below
                  List.of("-proc:none", "-classpath", System.getProperty("java.class.path")),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      var units = task.parse();
      task.analyze();
      var collect = new Collect(Trees.instance(task));
      units.forEach(unit -> collect.scan(unit, null));
      return collect.faults;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Collect extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final Trees trees;
    private final List<String> faults = new ArrayList<>();

    Collect(Trees trees) {
      this.trees = trees;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
      if (call.getMethodSelect() instanceof MemberSelectTree select
          && select.getIdentifier().contentEquals("addKeyValue")) {
        parts(call.getArguments().get(1)).forEach(this::lookAt);
      }
      return super.visitMethodInvocation(call, null);
    }

    /** The parts of a concatenated text. */
    private static Stream<ExpressionTree> parts(ExpressionTree value) {
      if (value instanceof BinaryTree both && both.getKind() == Tree.Kind.PLUS) {
        return Stream.concat(parts(both.getLeftOperand()), parts(both.getRightOperand()));
      }
      if (value instanceof ConditionalExpressionTree either) {
        return Stream.concat(parts(either.getTrueExpression()), parts(either.getFalseExpression()));
      }
      return value instanceof ParenthesizedTree inner
          ? parts(inner.getExpression())
          : Stream.of(value);
    }

    private void lookAt(ExpressionTree value) {
      var unit = getCurrentPath().getCompilationUnit();
      var type = trees.getTypeMirror(TreePath.getPath(unit, value));
      if (type == null || !isPlain(type)) {
        var at = trees.getSourcePositions().getStartPosition(unit, value);
        faults.add(
            "%s:%d: `%s` is a %s: log a text for people"
                .formatted(
                    Path.of(unit.getSourceFile().toUri()).getFileName(),
                    unit.getLineMap().getLineNumber(at),
                    value,
                    type));
      }
    }

    private static boolean isPlain(TypeMirror type) {
      if (type.getKind().isPrimitive()) {
        return true;
      }
      if (!(type instanceof DeclaredType declared)
          || !(declared.asElement() instanceof TypeElement element)) {
        return false;
      }
      var name = element.getQualifiedName().toString();
      return PLAIN.contains(name)
          || element.getKind() == ElementKind.ENUM
          || (COLLECTIONS.contains(name)
              && declared.getTypeArguments().stream().allMatch(Collect::isPlain));
    }
  }
}
