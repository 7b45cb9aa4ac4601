/**
 * Settings of both services: sources, checks, pass-throughs, reference page and sample file.
 *
 * <p>In: definitions, a properties file, the environment, program arguments. Out: checked values,
 * the pass-through settings of Kafka clients, the text that is logged at start, the reference page
 * and a sample file. Guarantees: arguments win over the environment, the environment over the file;
 * an unknown key is a fault; all faults are reported at once; what a placeholder stands for is
 * neither logged nor part of a message.
 */
@NullMarked
package io.delaygate.service.settings;

import org.jspecify.annotations.NullMarked;
