package io.delaygate.harness.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.service.settings.CheckedSettings;
import io.delaygate.service.settings.Definitions;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Test that every setting is read by a method of the settings class. {@code ArchitectureTest}
 * checks that services call these methods.
 */
class SettingsAreReadTest {
  /** Valid values of settings without a default that need more than a name. */
  private static final Map<String, String> SAMPLES =
      Map.of(
          "bootstrap.servers", "localhost:9092",
          "query.advertised", "localhost:1",
          "query.secret", "a-secret-of-some-length",
          "tracing.otlp.url", "http://localhost:4318/v1/traces");

  /** Settings that only confirm a choice, for the scheduler's check of settings. */
  private static final Set<String> OF_THE_CHECK = Set.of("auth.enabled");

  /** Methods that print all settings, which does not count as a use. */
  private static final List<String> SHOWING = List.of("effective");

  static Stream<Arguments> services() {
    return Stream.of(
        Arguments.of(GatewaySettings.class, GatewaySettings.definitions(), Set.of()),
        Arguments.of(SchedulerSettings.class, SchedulerSettings.definitions(), OF_THE_CHECK));
  }

  @ParameterizedTest
  @MethodSource("services")
  void noSettingIsUnread(Class<?> settings, Definitions definitions, Set<String> ofTheCheck)
      throws Exception {
    // Given: without the check of contradictions, which would read unused settings
    var values = CheckedSettings.check(definitions, everything(definitions));
    var make = settings.getDeclaredConstructor(CheckedSettings.class);
    make.setAccessible(true);

    // When
    askAll(make.newInstance(values));

    // Then
    assertThat(values.unused()).isEqualTo(ofTheCheck);
  }

  private static Map<String, String> everything(Definitions definitions) {
    var all = new HashMap<String, String>();
    for (var setting : definitions.settings().configKeys().values()) {
      var usual = ConfigDef.convertToString(setting.defaultValue, setting.type);
      var isNone = usual == null || setting.defaultValue == ConfigDef.NO_DEFAULT_VALUE;
      var value = isNone ? "some-" + setting.name : usual;
      all.put(setting.name, SAMPLES.getOrDefault(setting.name, value));
    }
    return all;
  }

  private static void askAll(Object settings) throws Exception {
    for (var method : settings.getClass().getDeclaredMethods()) {
      if (isQuestion(method)) {
        var answer = method.invoke(settings, arguments(method));
        if (answer instanceof AutoCloseable open) {
          open.close();
        } else if (method.getName().equals("clients")) {
          askAll(answer);
        }
      }
    }
  }

  private static boolean isQuestion(Method method) {
    return Modifier.isPublic(method.getModifiers())
        && !Modifier.isStatic(method.getModifiers())
        && !SHOWING.contains(method.getName());
  }

  private static Object[] arguments(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(type -> type == String.class ? "some" : type == long.class ? (Object) 1L : (Object) 1)
        .toArray();
  }
}
