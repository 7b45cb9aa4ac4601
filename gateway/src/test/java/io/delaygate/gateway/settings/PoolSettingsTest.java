package io.delaygate.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.settings.SettingsException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolSettingsTest {
  private static final String NAME_255 = "n".repeat(255);
  private static final String PREFIX_200 = "p".repeat(200);

  @Test
  void withoutPoolsThereIsTheOwnInstallation() {
    var settings = check(Map.of("topic.prefix", "eu-", "scheduler.urls", "http://own:8082"));

    assertThat(settings.pools()).isEmpty();
    assertThat(settings.lmstfy().ownNames()).containsExactly("default");
    assertThat(settings.own().pool()).isEqualTo("default");
    assertThat(settings.own().names()).isEqualTo(TopicNames.prefixed("eu-"));
    assertThat(settings.own().schedulers().urls()).containsExactly("http://own:8082");
    assertThat(settings.own().outcomes().topic()).isEqualTo("eu-delay-replies");
  }

  @Test
  void eachPoolHasTheNamesOfItsPrefixAndItsOwnSchedulers() {
    var settings =
        check(
            Map.of(
                "lmstfy.pools",
                "fast=fast.,second,bulk=bulk-",
                "lmstfy.pools.scheduler.urls",
                "fast=http://f1:1,bulk=https://b:2,fast=http://f2:3",
                "query.secret",
                "a-secret-of-schedulers",
                "outcome.max.waiting",
                "7"));

    assertThat(settings.lmstfy().ownNames()).containsExactly("default", "second");
    assertThat(settings.pools())
        .extracting(InstallationSettings::pool)
        .containsExactly("fast", "bulk");
    var fast = settings.pools().get(0);
    assertThat(fast.names()).isEqualTo(TopicNames.prefixed("fast."));
    assertThat(fast.schedulers().urls()).containsExactly("http://f1:1", "http://f2:3");
    assertThat(fast.schedulers().secret()).hasValue("a-secret-of-schedulers");
    assertThat(fast.outcomes().topic()).isEqualTo("fast.delay-replies");
    assertThat(fast.outcomes().maxWaiting()).isEqualTo(7);
    assertThat(settings.own().schedulers().urls()).isEmpty();
  }

  @Test
  void namesAndPrefixesMayBeAsLongAsThoseOfLmstfyAndOfTopics() {
    assertThat(pools(NAME_255 + "=" + PREFIX_200).pools()).hasSize(1);
    assertRefused(NAME_255 + "n=x-", "1 to 255 letters");
    assertRefused("a=" + PREFIX_200 + "p", "at most 200 letters");
  }

  @Test
  void anInstallationWithoutPrefixIsAPoolOfOneThatHasOne() {
    var settings = pools("main=", "topic.prefix", "eu-");

    assertThat(settings.pools().get(0).names()).isEqualTo(TopicNames.prefixed(""));
    assertRefused("main=", "'default' and 'main' both have the topic 'delay-requests'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          =fast.            | 1 to 255 letters
          fa:st=fast.       | 1 to 255 letters
          fa st=fast.       | 1 to 255 letters
          fäst=fast.        | 1 to 255 letters
          fa.st             | 1 to 255 letters
          fast=fast/        | at most 200 letters
          fast=a=b          | at most 200 letters
          default=fast.     | `default` is the gateway's own pool
          a=x-,a=y-         | each pool may be named only once
          a=x-,a            | each pool may be named only once
          a=x-,b=x-         | each pool must have a prefix of its own
          """)
  void anotherSyntaxIsRefused(String pools, String why) {
    assertRefused(pools, why);
  }

  @Test
  void thereMayBeEight() {
    assertThat(pools(several(8)).pools()).hasSize(8);
    assertRefused(several(9), "at most 8 pools with a prefix are allowed");
  }

  @Test
  void noTopicMayBeThatOfTwoInstallations() {
    assertThatThrownBy(() -> pools("fast=fast.", "topic.prefix", "fast."))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("'default' and 'fast' both have the topic 'fast.delay-requests'");
    assertThatThrownBy(() -> pools("fast=fast.", "control.topic", "fast.delay-control"))
        .hasMessageContaining("'default' and 'fast' both have the topic 'fast.delay-control'");
    assertThatThrownBy(() -> pools("fast=fast.", "application.id", "fast.delaygate"))
        .hasMessageContaining("'default' and 'fast' both have the topic 'fast.delaygate'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fast                       | must have the form `pool=http://host:port`
          =http://a:1                | must have the form `pool=http://host:port`
          fast=a:1                   | must have the form http://host:port
          fast=http://a:1/path       | must have the form http://host:port
          http://a:1                 | must have the form `pool=http://host:port`
          bulk=http://a:1            | must name a scheduler of the pool 'fast'
          bulk=http://a:1            | names the pool 'bulk', which has no prefix
          ''                         | must name a scheduler of the pool 'fast'
          """)
  void eachPoolNeedsSchedulersAndNoOtherHasAny(String urls, String why) {
    assertThatThrownBy(
            () -> check(Map.of("lmstfy.pools", "fast=fast.", "lmstfy.pools.scheduler.urls", urls)))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(why);
  }

  @Test
  void poolsNeedAPortForThoseWhoNameThem() {
    var pools =
        Map.of(
            "lmstfy.port",
            "-1",
            "lmstfy.pools",
            "fast=fast.",
            "lmstfy.pools.scheduler.urls",
            "fast=http://a:1");
    assertThatThrownBy(() -> check(pools))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll("'lmstfy.pools'", "'lmstfy.port'", "'lmstfy.admin.port'");
    var admins = new HashMap<>(pools);
    admins.put("lmstfy.admin.port", "0");
    assertThat(check(admins).pools()).hasSize(1);
  }

  private static String several(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "p" + i + "=x" + i)
        .collect(Collectors.joining(","));
  }

  private static void assertRefused(String pools, String why) {
    assertThatThrownBy(() -> pools(pools))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll("lmstfy.pools", why);
  }

  /** Settings with a scheduler for each pool with a prefix. */
  private static GatewaySettings pools(String pools, String... more) {
    var settings = new HashMap<>(Map.of("lmstfy.pools", pools));
    settings.put(
        "lmstfy.pools.scheduler.urls",
        List.of(pools.split(",", -1)).stream()
            .filter(pool -> pool.matches("[a-z0-9]+=.*"))
            .map(pool -> pool.substring(0, pool.indexOf('=')) + "=http://a:1")
            .distinct()
            .collect(Collectors.joining(",")));
    for (var i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return check(settings);
  }

  private static GatewaySettings check(Map<String, String> more) {
    var settings = new HashMap<>(Map.of("bootstrap.servers", "127.0.0.1:1", "lmstfy.port", "0"));
    settings.putAll(more);
    return GatewaySettings.check(settings);
  }
}
