package io.delaygate.image;

import static java.util.Objects.requireNonNull;

import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.ContainerBuildPlan;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.LayerObject;
import com.google.cloud.tools.jib.maven.extension.JibMavenPluginExtension;
import com.google.cloud.tools.jib.maven.extension.MavenData;
import com.google.cloud.tools.jib.plugins.extension.ExtensionLogger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Layer plan of an image: keeps the distribution, which comes as extra files, drops Jib's own
 * layers of the same jars, and gives each volume a folder that belongs to the image's user: a fresh
 * volume takes its owner from there. Jib's ownership extension could do the latter, but is not in
 * every mirror of Central.
 */
public final class DistributionLayers implements JibMavenPluginExtension<Void> {
  private static final String DISTRIBUTION = "extra files";
  private static final FilePermissions ONLY_THE_OWNER_WRITES =
      FilePermissions.fromOctalString("755");

  @Override
  public Optional<Class<Void>> getExtraConfigType() {
    return Optional.empty();
  }

  @Override
  public ContainerBuildPlan extendContainerBuildPlan(
      ContainerBuildPlan plan,
      Map<String, String> properties,
      Optional<Void> configuration,
      MavenData maven,
      ExtensionLogger logger) {
    List<LayerObject> layers = new ArrayList<>();
    for (LayerObject layer : plan.getLayers()) {
      if (layer.getName().startsWith(DISTRIBUTION)) {
        layers.add(layer);
      }
    }
    for (AbsoluteUnixPath volume : plan.getVolumes()) {
      layers.add(ownedFolder(volume, requireNonNull(plan.getUser(), "container.user")));
    }
    return plan.toBuilder().setLayers(layers).build();
  }

  private static FileEntriesLayer ownedFolder(AbsoluteUnixPath path, String owner) {
    Path anyFolder = Path.of("").toAbsolutePath(); // only that it is a folder counts
    return FileEntriesLayer.builder()
        .setName("volume " + path)
        .addEntry(
            anyFolder,
            path,
            ONLY_THE_OWNER_WRITES,
            FileEntriesLayer.DEFAULT_MODIFICATION_TIME,
            owner)
        .build();
  }
}
