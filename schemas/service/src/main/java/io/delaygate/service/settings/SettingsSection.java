package io.delaygate.service.settings;

import org.apache.kafka.common.config.ConfigDef;

/**
 * Titled group of setting definitions, as the reference and the sample file show them.
 *
 * @param title its title in the reference and in the sample file
 * @param settings in the order in which they are shown
 */
public record SettingsSection(String title, ConfigDef settings) {}
