package io.delaygate.harness.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Image in an archive, in OCI's layout.
 *
 * @param config configuration of a container
 * @param entries files and folders of all layers, from the bottom up
 */
record Image(JsonNode config, List<TarArchiveEntry> entries) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Image read(Path archive) throws IOException {
    var blobs = contents(archive);
    var index = JSON.readTree(blobs.get("index.json"));
    var manifest = JSON.readTree(blob(blobs, index.at("/manifests/0/digest")));
    var config = JSON.readTree(blob(blobs, manifest.at("/config/digest"))).get("config");
    var entries = new ArrayList<TarArchiveEntry>();
    for (var layer : manifest.get("layers")) {
      entries.addAll(
          Distribution.entries(new ByteArrayInputStream(blob(blobs, layer.get("digest")))));
    }
    return new Image(config, entries);
  }

  private static Map<String, byte[]> contents(Path archive) throws IOException {
    var contents = new HashMap<String, byte[]>();
    try (var tar = new TarArchiveInputStream(Files.newInputStream(archive))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        contents.put(entry.getName(), tar.readAllBytes());
      }
    }
    return contents;
  }

  private static byte[] blob(Map<String, byte[]> blobs, JsonNode digest) {
    var name = "blobs/" + digest.asText().replace(':', '/');
    return Objects.requireNonNull(blobs.get(name), name);
  }

  /** Entries below a folder, and the folder itself; paths have no leading slash. */
  List<TarArchiveEntry> below(String folder) {
    return entries.stream()
        .filter(entry -> (entry.getName() + "/").startsWith(folder + "/"))
        .toList();
  }
}
