package io.delaygate.harness.queues;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswerHeadTest {
  private static final String HEAD = "HTTP/1.1 201 Created\r\ncontent-LENGTH: 12\r\nA: b\r\n\r\n";

  @Test
  void isReadFromWhereItBegins() {
    assertThat(head("rest" + HEAD + "{\"id\":\"x\"}  ", 4))
        .contains(new AnswerHead(201, HEAD.length(), 12));
  }

  @Test
  void isThereWhenItsLastByteIs() {
    for (var length = 0; length < HEAD.length(); length++) {
      assertThat(head(HEAD.substring(0, length), 0)).isEmpty();
    }
    assertThat(head(HEAD, 0)).isPresent();
  }

  @Test
  void saysThatABodyComesInChunks() {
    assertThat(head("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", 0))
        .map(AnswerHead::body)
        .contains(AnswerHead.CHUNKED);
  }

  @Test
  void anAnswerThatSaysNothingOfABodyHasNone() {
    assertThat(head("HTTP/1.1 204 No Content\r\nDate: today\r\n\r\n", 0))
        .map(AnswerHead::body)
        .contains(0);
  }

  private static Optional<AnswerHead> head(String text, int from) {
    return AnswerHead.of(text.getBytes(ISO_8859_1), from, text.length());
  }
}
