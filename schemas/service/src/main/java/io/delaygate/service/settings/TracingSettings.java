package io.delaygate.service.settings;

import static io.delaygate.service.settings.SettingText.because;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import java.net.URI;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;

/** Settings of both services about traces. */
public final class TracingSettings {
  private static final String COLLECTOR = "tracing.otlp.url";

  private TracingSettings() {}

  /** The section of these settings. */
  public static SettingsSection section() {
    var to =
        new ConfigDef()
            .define(
                COLLECTOR,
                STRING,
                null,
                SettingValidators.HTTP_URL,
                LOW,
                because(
                    "Collector of OpenTelemetry that takes spans by OTLP over HTTP, such as"
                        + " `http://localhost:4318/v1/traces`. Deliveries of jobs whose sender has"
                        + " a sampled trace then begin a trace of their own, linked to the"
                        + " sender's.",
                    "No default: without it nothing is traced, and the sender's trace context goes"
                        + " on to the receiver."));
    return new SettingsSection("Traces", to);
  }

  /** Address of the collector; empty when nothing is traced. */
  public static Optional<URI> collector(CheckedSettings values) {
    return Optional.ofNullable(values.getString(COLLECTOR)).map(URI::create);
  }
}
