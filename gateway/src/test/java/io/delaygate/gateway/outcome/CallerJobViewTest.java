package io.delaygate.gateway.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;

class CallerJobViewTest {
  @Test
  void eachTimeIsShownInBothForms() {
    var view = JsonNodeFactory.instance.objectNode().put("id", "@shop/a").put("dueMs", 1_000L);

    assertThat(CallerJobView.withIsoTimes(view).toString())
        .isEqualTo("{\"id\":\"a\",\"dueMs\":1000,\"due\":\"1970-01-01T00:00:01Z\"}");
  }

  @Test
  void aTimeThatNeverComesIsLeftOut() {
    var view = JsonNodeFactory.instance.objectNode().put("leaseEndsMs", Long.MAX_VALUE);

    assertThat(CallerJobView.withIsoTimes(view).isEmpty()).isTrue();
  }
}
