package io.delaygate.harness.architecture;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import io.delaygate.service.logging.LogKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Log calls of Java files, with the keys that they use and their faults. */
record LogCalls(Set<LogKey> keys, List<String> faults) {
  private static final Set<String> LEVELS = Set.of("trace", "debug", "info", "warn", "error");

  private static final Pattern KEY = Pattern.compile("(?:LogKey\\.)?([A-Z_]+)\\.key\\(\\)");

  private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z0-9_]*");

  /** Names in code of values that must not be logged. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(payload|token|secret|passw|credential|authorization|jobid).*"
              + "|.*\\b(value|key|body|headers?|id|path)(\\(\\))?");

  static LogCalls parse(List<Path> files) {
    Collect collect = JavaSources.scan(files, Collect::new);
    return new LogCalls(Set.copyOf(collect.keys), List.copyOf(collect.faults));
  }

  /** Whether a value of that name must not be logged. */
  static boolean isSecret(String name) {
    return SECRET.matcher(name).matches();
  }

  private static final class Collect extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final Set<LogKey> keys = new HashSet<>();
    private final List<String> faults = new ArrayList<>();
    private final Map<String, String> constants = new HashMap<>();
    private final SourcePositions positions;

    Collect(SourcePositions positions) {
      this.positions = positions;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree variable, @Nullable Void nothing) {
      String text = text(variable.getInitializer());
      if (text != null) {
        constants.put(variable.getName().toString(), text);
      }
      return super.visitVariable(variable, null);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
      if (call.getMethodSelect() instanceof MemberSelectTree select) {
        String method = select.getIdentifier().toString();
        if (select.getExpression().toString().equals("LOG") && LEVELS.contains(method)) {
          note(call, "begin with LOG.atWarn() or the like, and give keys and values");
        } else if (method.equals("addKeyValue")) {
          lookAt(call, call.getArguments());
        } else if (isLog(method, call.getArguments()) && !isConstant(call.getArguments())) {
          note(call, "a message is a constant, what varies the value of a key");
        }
      }
      return super.visitMethodInvocation(call, null);
    }

    private void lookAt(MethodInvocationTree call, List<? extends ExpressionTree> keyAndValue) {
      var key = KEY.matcher(keyAndValue.get(0).toString());
      var name = key.matches() ? key.group(1) : "";
      var known = Arrays.stream(LogKey.values()).filter(one -> one.name().equals(name)).findAny();
      known.ifPresentOrElse(keys::add, () -> note(call, "the key is none of LogKey"));
      if (isSecret(keyAndValue.get(1).toString())) {
        note(call, "no record key, path, payload or secret is logged");
      }
    }

    /** Whether it is a call of a logger; a method {@code log()} without arguments is not one. */
    private static boolean isLog(String method, List<? extends ExpressionTree> arguments) {
      return method.equals("log") && !arguments.isEmpty();
    }

    private boolean isConstant(List<? extends ExpressionTree> arguments) {
      if (arguments.size() != 1) {
        return false;
      }
      String text = text(arguments.get(0));
      if (arguments.get(0) instanceof IdentifierTree constant
          && CONSTANT.matcher(constant.getName()).matches()) {
        text = constants.get(constant.getName().toString());
      }
      return text != null && !text.contains("{}") && !text.contains("\n");
    }

    /** The text of a literal, also of a concatenated one; null for anything else. */
    private static @Nullable String text(@Nullable ExpressionTree tree) {
      if (tree instanceof BinaryTree both) {
        String left = text(both.getLeftOperand());
        String right = text(both.getRightOperand());
        return left == null || right == null ? null : left + right;
      }
      return tree instanceof LiteralTree literal && literal.getValue() instanceof String text
          ? text
          : null;
    }

    private void note(MethodInvocationTree call, String what) {
      var unit = getCurrentPath().getCompilationUnit();
      var line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, call));
      faults.add(Path.of(unit.getSourceFile().toUri()).getFileName() + ":" + line + ": " + what);
    }
  }
}
