package io.delaygate.gateway.lmstfy;

import io.javalin.http.Context;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.event.Level;

/** Handlers of {@code /pools}, {@code /info}, {@code /version} and {@code /accesslog}. */
final class AdminInfo {
  private static final String UNKNOWN = "unknown";

  private final Pools<LmstfyPool> pools;
  private final AtomicBoolean isLogging = new AtomicBoolean();

  /** Creates the handlers for these pools. */
  AdminInfo(Pools<LmstfyPool> pools) {
    this.pools = pools;
  }

  /** Level of the log lines of answered calls: INFO if the access log is on, else DEBUG. */
  Level callLog() {
    return isLogging.get() ? Level.INFO : Level.DEBUG;
  }

  /** Answers with the names of all pools. */
  void pools(Context ctx) {
    var list = LmstfyJsonWriter.object().arrayNode();
    pools.names().forEach(list::add);
    LmstfyJsonWriter.writeIndented(ctx, HttpStatus.OK_200, list);
  }

  /** Answers with all queues of a pool, by namespace. */
  void info(Context ctx) {
    var pool = pools.named(Optional.ofNullable(ctx.queryParam("pool")).orElse(""));
    if (pool.isEmpty()) {
      LmstfyJsonWriter.text(ctx, HttpStatus.OK_200, "");
      return;
    }
    var json = LmstfyJsonWriter.object();
    pool.get()
        .queuesEverywhere()
        .forEach(
            (namespace, names) -> {
              var list = json.putArray(namespace);
              names.stream().filter(name -> !name.equals(LmstfyPath.REPLIES)).forEach(list::add);
            });
    LmstfyJsonWriter.text(ctx, HttpStatus.OK_200, LmstfyJsonWriter.indented(json));
  }

  /** Answers with the version of this gateway. */
  void version(Context ctx) {
    var version = AdminInfo.class.getPackage().getImplementationVersion();
    var json = LmstfyJsonWriter.object().put("build_commit", UNKNOWN).put("build_date", UNKNOWN);
    json.put("version", Optional.ofNullable(version).orElse(UNKNOWN));
    LmstfyJsonWriter.writeIndented(ctx, HttpStatus.OK_200, json);
  }

  /** Answers whether calls are logged. */
  void showLog(Context ctx) {
    var status = isLogging.get() ? "enabled" : "disabled";
    LmstfyJsonWriter.write(ctx, HttpStatus.OK_200, LmstfyJsonWriter.object().put("status", status));
  }

  /** Turns the access log of this gateway on or off. */
  void switchLog(Context ctx) {
    var status = Optional.ofNullable(ctx.queryParam("status")).orElse("");
    if (!status.equals("enable") && !status.equals("disable")) {
      throw LmstfyError.invalid("invalid status");
    }
    isLogging.set(status.equals("enable"));
    showLog(ctx);
  }
}
