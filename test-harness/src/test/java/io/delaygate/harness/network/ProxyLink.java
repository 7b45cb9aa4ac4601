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
 * it works again when all of them have healed it. Thread-safe.
 */
public final class ProxyLink implements TcpProxy.Ready {
  /** Kind of a cut. */
  public enum Cut {
    /**
     * Bytes are neither delivered nor refused. They arrive after the cut if both sides still wait,
     * like retransmitted packets.
     */
    STALL,
    /** All connections are reset, including new ones. Wins over a stall. */
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

  /** Cuts the link for an owner, replacing the owner's earlier cut; in force on return. */
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

  /** Ends an owner's cut, if there is one. */
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

  /** A failed accept affects its own connection only. */
  @Override
  public void fail() {}

  void closed(ProxiedConnection connection) {
    connections.remove(connection);
  }
}
