package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Payload options of a job: its value and its headers. */
final class PayloadOptions {
  /** More than any gateway accepts, as a job holds 1 MiB. It keeps a wrong file out of memory. */
  private static final int BYTES_MAX = 4 * 1024 * 1024;

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private @Nullable Value value;

  @Option(
      names = "--header",
      paramLabel = "NAME=VALUE",
      description = "A header of the delivered record; may be repeated, order is kept")
  private List<String> headers = new ArrayList<>();

  private static final class Value {
    @Option(names = "--value", paramLabel = "TEXT", description = "The value, as UTF-8")
    private @Nullable String text;

    @Option(
        names = "--value-file",
        paramLabel = "FILE",
        description = "The value is what the file holds, byte for byte; '-' is standard input")
    private @Nullable String file;
  }

  /** Adds the given options to the body; bytes that are not UTF-8 as base64. */
  void addTo(ObjectNode body, Session session) {
    if (!headers.isEmpty()) {
      var list = body.putArray("headers");
      for (var header : headers) {
        var equals = header.indexOf('=');
        if (equals < 1) {
          throw new CliException(
              ExitStatus.USAGE, "--header '" + header + "' is not of the form NAME=VALUE");
        }
        list.addObject()
            .put("name", header.substring(0, equals))
            .put("value", header.substring(equals + 1));
      }
    }
    if (value == null) {
      return;
    }
    if (value.text != null) {
      body.put("value", value.text);
    } else if (value.file != null) {
      addBytes(body, bytes(value.file, session));
    }
  }

  private static void addBytes(ObjectNode body, byte[] bytes) {
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      body.put("value", text.toString());
    } catch (CharacterCodingException notUtf8) {
      body.put("valueBase64", bytes);
    }
  }

  private static byte[] bytes(String file, Session session) {
    // the caller closes standard input
    try (var opened = file.equals("-") ? null : Files.newInputStream(Path.of(file))) {
      var bytes = (opened == null ? session.in() : opened).readNBytes(BYTES_MAX + 1);
      if (bytes.length <= BYTES_MAX) {
        return bytes;
      }
    } catch (IOException unreadable) {
      throw new CliException(ExitStatus.USAGE, "The value cannot be read: " + unreadable);
    }
    throw new CliException(ExitStatus.USAGE, "The value is longer than 4 MiB.");
  }
}
