package io.delaygate.service.settings;

import static io.delaygate.service.settings.SettingText.because;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidList;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.junit.jupiter.api.Test;

/** Tests of the settings page and the sample file that are generated from definitions. */
class ConfigurationTextsTest {
  private static final Definitions DEFINITIONS =
      new Definitions(
          List.of(
              new SettingsSection(
                  "First",
                  new ConfigDef()
                      .define(
                          "z",
                          ConfigDef.Type.LIST,
                          NO_DEFAULT_VALUE,
                          LOW,
                          because("A `list`.", "Why."))
                      .define(
                          "a", ConfigDef.Type.STRING, null, LOW, because("One | two.", "x | y"))),
              new SettingsSection(
                  "Second",
                  new ConfigDef()
                      .define(
                          "n",
                          ConfigDef.Type.INT,
                          5,
                          Range.between(-1, 9),
                          LOW,
                          because("N.", "M."))
                      .define(
                          "l",
                          ConfigDef.Type.LIST,
                          "",
                          ValidList.in("c", "d"),
                          LOW,
                          because("L.", "O."))
                      .define(
                          "m", ConfigDef.Type.LONG, 7L, Range.atLeast(3), LOW, because("M.", "P."))
                      .define(
                          "s",
                          ConfigDef.Type.STRING,
                          "p",
                          ValidString.in("p", "q"),
                          LOW,
                          "no reason")
                      .define(
                          "b",
                          ConfigDef.Type.BOOLEAN,
                          false,
                          LOW,
                          because("word" + " word".repeat(39), "R.")))),
          List.of(new PassThrough("kafka.", "the clients", List.of())),
          Map.of("y.key", "not so", "b.key", "no"));

  @Test
  void thePageHasATableForEachSection() {
    assertThat(ConfigurationPage.of("gateway", DEFINITIONS))
        .startsWith("# Settings of the gateway\n\n")
        .contains(
            """

            ## First

            | setting | type | default | bounds | meaning | reason |
            |---|---|---|---|---|---|
            | `z` | list | required |  | A `list`. | Why. |
            | `a` | string | none |  | One \\| two. | x \\| y |

            ## Second

            | setting | type | default | bounds | meaning | reason |
            |---|---|---|---|---|---|
            | `n` | int | `5` | -1 to 9 | N. | M. |
            | `l` | list | empty | c, d | L. | O. |
            | `m` | long | `7` | at least 3 | M. | P. |
            | `s` | string | `p` | p, q | no reason |  |
            | `b` | boolean | `false` | true, false | word word\
            """);
  }

  @Test
  void thePageTellsWhatGoesToKafka() {
    assertThat(ConfigurationPage.of("gateway", DEFINITIONS))
        .contains("| `kafka.` | the clients |\n")
        .endsWith("| `b.key` | no |\n| `y.key` | not so |\n");
    assertThat(ConfigurationPage.of("gateway", Definitions.of(DEFINITIONS.settings())))
        .doesNotContain("## Settings for Kafka");
  }

  @Test
  void theSampleSetsNothingButWhatIsRequired() {
    assertThat(ConfigurationSample.of("gateway", DEFINITIONS, Map.of("z", "here:1")))
        .startsWith("# Settings of the gateway")
        .contains("\n# ---- First ----\n\n# A list.\nz=here:1\n\n# One | two.\n#a=\n")
        .contains(
            "\n# ---- Second ----\n\n# N.\n#n=5\n\n# L.\n#l=\n\n# M.\n#m=7\n\n# no reason\n#s=p\n")
        .endsWith("word\n#b=false\n");
  }

  @Test
  void theLinesOfTheSampleAreShort() {
    assertThat(ConfigurationSample.of("gateway", DEFINITIONS, Map.of()).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(90))
        .anySatisfy(line -> assertThat(line).startsWith("# word").hasSizeGreaterThan(80));
  }
}
