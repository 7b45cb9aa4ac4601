package io.delaygate.gateway.pusher;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.push.PoolShares;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the room for calls: its shares, and who is told of room. */
class CallRoomTest {
  private static final int MIB = 1 << 20;

  private final CallRoom room = new CallRoom(new PoolShares(8));
  private final List<String> told = new ArrayList<>();

  @Test
  void aNamespaceHoldsHalfOfTheCalls() {
    assertThat(claim("shop", 9)).isEqualTo(4);
    assertThat(claim("shop", 1)).isZero();
    assertThat(claim("bank", 3)).isEqualTo(3);
    assertThat(claim("club", 3)).isEqualTo(1);
    assertThat(room.inFlight()).isEqualTo(8);
  }

  @Test
  void whoFoundNoRoomIsToldOnceWhenThereIsSome() {
    // Given
    claim("shop", 4);
    claim("bank", 4);
    claim("shop", 1);
    claim("club", 1);

    // When
    room.free("bank", 1, 0);

    // Then: the namespace that comes first has its half
    assertThat(told).containsExactly("club");
    room.free("shop", 2, 0);
    assertThat(told).containsExactly("club", "shop");
    room.free("shop", 2, 0);
    assertThat(told).hasSize(2);
  }

  @Test
  void largeBodiesOfOneNamespaceLeaveRoomForOthers() {
    // Given
    claim("shop", 2);
    room.begin("shop", 32 * MIB - 1);
    assertThat(claim("shop", 1)).isEqualTo(1);

    // When
    room.begin("shop", 1);

    // Then
    assertThat(claim("shop", 1)).isZero();
    assertThat(claim("bank", 1)).isEqualTo(1);
    room.free("shop", 1, 1);
    assertThat(told).containsExactly("shop");
    assertThat(claim("shop", 1)).isEqualTo(1);
  }

  @Test
  void allBodiesTogetherAreBounded() {
    room.begin("shop", 31 * MIB);
    room.begin("bank", 31 * MIB);
    room.begin("club", 2 * MIB);

    assertThat(claim("rest", 1)).isZero();
    room.free("club", 0, 1);
    assertThat(told).containsExactly("rest");
  }

  private int claim(String namespace, int wanted) {
    return room.claim(namespace, wanted, () -> told.add(namespace));
  }
}
