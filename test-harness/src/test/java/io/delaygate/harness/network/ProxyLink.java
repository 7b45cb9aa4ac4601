package io.delaygate.harness.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Link of a {@link TcpProxy} from one port to another. Several owners may cut it at the same time;
 * it works again when each of them has healed it. Thread-safe.
 */
public final class ProxyLink implements TcpProxy.Ready {
  /** How a link is cut. */
  public enum Cut {
    /**
     * Bytes are neither delivered nor refused. They arrive after the cut, as far as both sides
     * still wait, as with packets that are sent again.
     */
    STALL,
    /** All connections are reset, new ones too. Wins where there are both kinds. */
    RESET
  }

  private final TcpProxy proxy;
  private final Selector selector;
  private final InetSocketAddress target;
  private final Map<Object, Cut> cuts = new HashMap<>();
  private final Set<ProxiedConnection> connections = new HashSet<>();

  ProxyLink(TcpProxy proxy, Selector selector, int targetPort) {
    this.proxy = proxy;
    this.selector = selector;
    this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
  }

  void listen(int port) {
    try {
      var listening = ServerSocketChannel.open();
      listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      listening.configureBlocking(false);
      listening.register(selector, SelectionKey.OP_ACCEPT, this);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Cuts it for an owner, in the place of that owner's cut before; in force when it returns. */
  public void cut(Object owner, Cut cut) {
    proxy.inLoop(
        () -> {
          cuts.put(owner, cut);
          if (isReset()) {
            List.copyOf(connections).forEach(ProxiedConnection::reset);
          }
          connections.forEach(ProxiedConnection::update);
        });
  }

  /** Takes an owner's cut away, if there is one. */
  public void heal(Object owner) {
    proxy.inLoop(
        () -> {
          cuts.remove(owner);
          connections.forEach(ProxiedConnection::update);
        });
  }

  boolean isStalled() {
    return !cuts.isEmpty();
  }

  private boolean isReset() {
    return cuts.containsValue(Cut.RESET);
  }

  @Override
  public void ready(SelectionKey key) throws IOException {
    var accepted = ((ServerSocketChannel) key.channel()).accept();
    if (accepted == null) {
      return;
    }
    if (isReset()) {
      ProxiedConnection.reset(accepted);
      return;
    }
    var server = SocketChannel.open();
    var connection = new ProxiedConnection(this, accepted, server);
    connections.add(connection);
    connection.open(selector, target);
  }

  /** A failed accept costs its connection and no other. */
  @Override
  public void fail() {}

  void closed(ProxiedConnection connection) {
    connections.remove(connection);
  }
}
