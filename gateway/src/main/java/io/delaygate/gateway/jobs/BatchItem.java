package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.contract.StrictUtf8;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** Item of a batch as it was sent: a text, or the problem why it cannot be read. */
sealed interface BatchItem {
  /**
   * Item that could be the body of a single call.
   *
   * @param bytes its length as UTF-8
   */
  record Text(String text, int bytes) implements BatchItem {}

  /** Item that could not be the body of a call. */
  record Unreadable(Problem problem) implements BatchItem {}

  /** Reader of the items of a batch body, one at a time. */
  interface Reader {
    /**
     * The next item; null at the end.
     *
     * @throws ProblemException when the rest of the body cannot be read
     */
    @Nullable BatchItem next();

    /**
     * Whether an item that is not a job ends the batch: where one document holds all items, it is
     * unknown where the next one begins after a malformed one.
     */
    boolean endAt(Text malformed);
  }

  /** Buffer of an item that is being read; holds no more than the longest body in memory. */
  final class Bytes {
    private final StreamedBody upload;
    private final int maxBytes;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean tooLarge;
    private boolean blank = true;

    Bytes(StreamedBody upload, int maxBytes) {
      this.upload = upload;
      this.maxBytes = maxBytes;
    }

    void add(int octet) {
      blank &= isBlank(octet);
      if (bytes.size() < maxBytes) {
        bytes.write(octet);
      } else {
        tooLarge = true;
        upload.skip();
      }
    }

    boolean isBlank() {
      return blank;
    }

    BatchItem item() {
      if (tooLarge) {
        var detail = "an item may have at most %d bytes".formatted(maxBytes);
        return new Unreadable(Problem.of(ReasonCode.BODY_TOO_LARGE, detail));
      }
      return StrictUtf8.decode(bytes.toByteArray())
          .<BatchItem>map(text -> new Text(text, bytes.size()))
          .orElseGet(
              () ->
                  new Unreadable(
                      Problem.of(ReasonCode.BODY_INVALID, "the item must be valid UTF-8")));
    }

    /** Whether the byte is white space of JSON. */
    static boolean isBlank(int octet) {
      return octet == ' ' || octet == '\t' || octet == '\r' || octet == '\n';
    }
  }
}
