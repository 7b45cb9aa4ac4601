package io.delaygate.gateway.lmstfy;

import io.javalin.http.Context;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.event.Level;

/** {@code /pools}, {@code /info}, {@code /version} and {@code /accesslog}. */
final class AdminFacts {
  private static final String UNKNOWN = "unknown";

  private final Pools<LmstfyPool> pools;
  private final AtomicBoolean isLogging = new AtomicBoolean();

  /** Shows these. */
  AdminFacts(Pools<LmstfyPool> pools) {
    this.pools = pools;
  }

  /** Whether answered calls are logged, and not only for who looks for faults. */
  Level callLog() {
    return isLogging.get() ? Level.INFO : Level.DEBUG;
  }

  /** Names of all pools. */
  void pools(Context ctx) {
    var list = Answers.object().arrayNode();
    pools.names().forEach(list::add);
    Answers.writeIndented(ctx, HttpStatus.OK_200, list);
  }

  /** All queues of a pool by namespace. */
  void info(Context ctx) {
    var pool = pools.named(Optional.ofNullable(ctx.queryParam("pool")).orElse(""));
    if (pool.isEmpty()) {
      Answers.text(ctx, HttpStatus.OK_200, "");
      return;
    }
    var json = Answers.object();
    pool.get()
        .queuesEverywhere()
        .forEach(
            (namespace, names) -> {
              var list = json.putArray(namespace);
              names.stream().filter(name -> !name.equals(Place.REPLIES)).forEach(list::add);
            });
    Answers.text(ctx, HttpStatus.OK_200, Answers.indented(json));
  }

  /** Of this gateway. */
  void version(Context ctx) {
    var version = AdminFacts.class.getPackage().getImplementationVersion();
    var json = Answers.object().put("build_commit", UNKNOWN).put("build_date", UNKNOWN);
    json.put("version", Optional.ofNullable(version).orElse(UNKNOWN));
    Answers.writeIndented(ctx, HttpStatus.OK_200, json);
  }

  /** Whether calls are logged. */
  void showLog(Context ctx) {
    var status = isLogging.get() ? "enabled" : "disabled";
    Answers.write(ctx, HttpStatus.OK_200, Answers.object().put("status", status));
  }

  /** Turns that on or off, at this gateway. */
  void switchLog(Context ctx) {
    var status = Optional.ofNullable(ctx.queryParam("status")).orElse("");
    if (!status.equals("enable") && !status.equals("disable")) {
      throw Refusal.invalid("invalid status");
    }
    isLogging.set(status.equals("enable"));
    showLog(ctx);
  }
}
