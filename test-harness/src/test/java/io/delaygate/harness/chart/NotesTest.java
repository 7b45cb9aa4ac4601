package io.delaygate.harness.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the notes that Helm prints after an install. */
class NotesTest {
  @Test
  void theNextCommandsNameWhatWasInstalled() {
    // When
    var notes = Chart.notes(Chart.MINIMAL);

    // Then
    var release = Chart.render(Chart.MINIMAL);
    assertThat(notes)
        .contains("statefulset/" + Release.name(release.one("StatefulSet", "")))
        .contains("deployment/" + Release.name(release.one("Deployment", "")))
        .contains("service/" + Release.name(release.one("Service", "-gateway")))
        .contains("-n ns1")
        .doesNotContain("WARNING");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {auth: {enabled: false, existingSecret: ''}} | everyone who can reach the gateway
          {auth: {enabled: false, existingSecret: ''}, networkPolicy: {enabled: false}} | no NetworkPolicy
          {scheduler: {persistence: {enabled: false}}} | for trials
          {scheduler: {replicas: 1}} | scheduler.replicas=1
          """)
  void whatIsRiskyIsSaid(String values, String warning) {
    assertThat(Chart.notes(Chart.MINIMAL, values)).containsOnlyOnce("WARNING").contains(warning);
  }

  @Test
  void whoMakesTheTopicsIsSaid() {
    assertThat(Chart.notes(Chart.MINIMAL)).contains("A Job runs \"create\"");
    assertThat(Chart.notes(Chart.MINIMAL, "topics: {job: {mode: 'off'}}"))
        .contains("topics.job.mode=off")
        .doesNotContain("logs -f");
  }
}
