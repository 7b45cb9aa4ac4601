package io.delaygate.harness.distribution;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the content of the images, if this build makes them. */
@Tag("distribution")
class ImageTest {
  private static final String HOME = "opt/delaygate";
  private static final String STATE = "var/lib/delaygate";
  private static final long USER = 10001;

  private static final int SET_ID = 06000;
  private static final int OTHERS_WRITE = 0022;

  @Test
  void theSchedulerListensAndKeepsItsStateOnAVolume() throws IOException {
    // When
    var config = image("scheduler").config();

    // Then
    assertThat(texts(config.get("Entrypoint")))
        .containsExactly("/opt/delaygate/bin/delaygate-scheduler");
    assertThat(texts(config.get("Env")))
        .contains(
            "DELAYGATE_HTTP_HOST=0.0.0.0",
            "DELAYGATE_STATE_DIR=/var/lib/delaygate",
            "ROCKSDB_SHAREDLIB_DIR=/tmp");
    assertThat(config.get("Volumes").fieldNames()).toIterable().containsExactly("/" + STATE);
    assertThat(config.get("ExposedPorts").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("8081/tcp", "8082/tcp");
  }

  @Test
  void theGatewayListensAndKeepsNothing() throws IOException {
    // When
    var config = image("gateway").config();

    // Then
    assertThat(texts(config.get("Entrypoint")))
        .containsExactly("/opt/delaygate/bin/delaygate-gateway");
    assertThat(texts(config.get("Env"))).contains("DELAYGATE_HTTP_HOST=0.0.0.0");
    assertThat(config.path("Volumes")).isEmpty();
    assertThat(config.get("ExposedPorts").fieldNames()).toIterable().containsExactly("8080/tcp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"scheduler", "gateway"})
  void itRunsAsAUserWhoMayWriteNothingOfIt(String service) throws IOException {
    // When
    var image = image(service);

    // Then
    assertThat(image.config().get("User").asText()).isEqualTo(USER + ":" + USER);
    assertThat(image.config().get("WorkingDir").asText()).isEqualTo("/" + HOME);
    assertThat(image.below(HOME)).isNotEmpty().allMatch(ImageTest::belongsToRootAlone);
  }

  @ParameterizedTest
  @ValueSource(strings = {"scheduler", "gateway"})
  void startersRunAndNothingElseDoes(String service) throws IOException {
    assertThat(image(service).below(HOME))
        .filteredOn(TarArchiveEntry::isFile)
        .allMatch(file -> file.getMode() % 01000 == (inBin(file) ? 0755 : 0644))
        .anyMatch(ImageTest::inBin);
  }

  @Test
  void theUserOwnsTheStateAndNothingElse() throws IOException {
    // Given
    var image = image("scheduler");

    // When
    var owned = image.entries().stream().filter(ImageTest::belongsToTheUser).toList();

    // Then
    assertThat(owned).extracting(entry -> strip(entry.getName())).containsExactly(STATE);
    assertThat(owned).allMatch(TarArchiveEntry::isDirectory);
    assertThat(owned).allMatch(entry -> entry.getMode() % 010000 == 0755);
  }

  @Test
  void theUserOwnsNothingOfTheGateway() throws IOException {
    assertThat(image("gateway").entries()).noneMatch(ImageTest::belongsToTheUser);
  }

  @ParameterizedTest
  @ValueSource(strings = {"scheduler", "gateway"})
  void itHoldsTheDistribution(String service) throws IOException {
    // Given
    var archive = Distribution.archive("distribution." + service);

    // When
    var inside = files(image(service).below(HOME), HOME + "/");

    // Then
    try (var file = Files.newInputStream(archive)) {
      assertThat(inside).isEqualTo(files(Distribution.entries(file), "[^/]+/"));
    }
  }

  private static Image image(String service) throws IOException {
    var archive = System.getProperty("image." + service);
    assumeTrue(archive != null, "no images in this build: ./mvnw -Pimage verify makes them");
    return Image.read(Path.of(archive));
  }

  private static boolean belongsToRootAlone(TarArchiveEntry entry) {
    return entry.getLongUserId() == 0
        && entry.getLongGroupId() == 0
        && (entry.getMode() & (OTHERS_WRITE | SET_ID)) == 0;
  }

  private static boolean belongsToTheUser(TarArchiveEntry entry) {
    return entry.getLongUserId() == USER || entry.getLongGroupId() == USER;
  }

  private static boolean inBin(TarArchiveEntry entry) {
    return entry.getName().startsWith(HOME + "/bin/");
  }

  private static Set<String> files(List<TarArchiveEntry> entries, String top) {
    return entries.stream()
        .filter(TarArchiveEntry::isFile)
        .map(entry -> entry.getName().replaceFirst("^" + top, ""))
        .collect(toCollection(TreeSet::new));
  }

  private static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  private static String strip(String name) {
    return name.replaceFirst("/$", "");
  }
}
