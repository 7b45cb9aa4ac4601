package io.delaygate.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.Javalin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MethodOverrideFilterTest {
  private final Javalin server =
      Javalin.create(
              config -> {
                config.startup.showJavalinBanner = false;
                BoundedPort.open(
                    config, "127.0.0.1", 0, BoundedConnector.bounds(10, System::nanoTime));
                config.routes.get(
                    "/", context -> context.result("shown " + context.header("X-Sent")));
                config.routes.delete("/", context -> context.result("deleted"));
              })
          .start();

  @AfterEach
  void stop() {
    server.stop();
  }

  @Test
  void aGetIsAGetWhateverItsHeadersSay() throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port()))
            .header("x-http-method-override", "DELETE")
            .header("X-Sent", "too")
            .build();

    var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

    assertThat(answer.body()).isEqualTo("shown too");
  }
}
