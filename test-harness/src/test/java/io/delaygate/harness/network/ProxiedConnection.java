package io.delaygate.harness.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Connection of a client through a proxy, together with the one to its server. For the proxy's
 * thread.
 */
final class ProxiedConnection implements TcpProxy.Ready {
  private static final int BUFFER_BYTES = 32 * 1024;

  private final ProxyLink link;
  private final SocketChannel client;
  private final SocketChannel server;
  private final Direction up;
  private final Direction down;
  private @Nullable SelectionKey clientKey;
  private @Nullable SelectionKey serverKey;

  ProxiedConnection(ProxyLink link, SocketChannel client, SocketChannel server) {
    this.link = link;
    this.client = client;
    this.server = server;
    this.up = new Direction(client, server);
    this.down = new Direction(server, client);
  }

  void open(Selector selector, InetSocketAddress target) {
    try {
      for (var channel : new SocketChannel[] {client, server}) {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      }
      server.connect(target);
      clientKey = client.register(selector, 0, this);
      serverKey = server.register(selector, 0, this);
      update();
    } catch (IOException refused) {
      fail();
    }
  }

  @Override
  public void ready(SelectionKey key) throws IOException {
    if (link.isStalled()) {
      return;
    }
    if (key.isConnectable()) {
      server.finishConnect();
    }
    up.move();
    down.move();
    if (up.isOver() || down.isOver()) {
      close();
    } else {
      update();
    }
  }

  /** Selects the next possible operations; none while the link stalls. */
  void update() {
    if (clientKey == null || serverKey == null || !clientKey.isValid() || !serverKey.isValid()) {
      return;
    }
    if (link.isStalled()) {
      clientKey.interestOps(0);
      serverKey.interestOps(0);
    } else if (server.isConnected()) {
      clientKey.interestOps(up.readOps() | down.writeOps());
      serverKey.interestOps(down.readOps() | up.writeOps());
    } else {
      clientKey.interestOps(0);
      serverKey.interestOps(SelectionKey.OP_CONNECT);
    }
  }

  /** A failure of one side resets the other one. */
  @Override
  public void fail() {
    reset();
  }

  void reset() {
    reset(client);
    reset(server);
    link.closed(this);
  }

  /** Closes a connection with a reset instead of an orderly end. */
  static void reset(SocketChannel channel) {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException | UnsupportedOperationException gone) {
      // only closing is left
    }
    closeQuietly(channel);
  }

  private void close() {
    closeQuietly(client);
    closeQuietly(server);
    link.closed(this);
  }

  private static void closeQuietly(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException gone) {
      // already closed
    }
  }

  /** Bytes from one side to the other. */
  private static final class Direction {
    private final SocketChannel from;
    private final SocketChannel to;
    private final ByteBuffer waiting = ByteBuffer.allocate(BUFFER_BYTES).flip();
    private boolean ended;

    Direction(SocketChannel from, SocketChannel to) {
      this.from = from;
      this.to = to;
    }

    /** Reads only after everything read before is written. */
    void move() throws IOException {
      if (!to.isConnected()) {
        return;
      }
      if (!waiting.hasRemaining() && !ended) {
        waiting.clear();
        ended = from.read(waiting) < 0;
        waiting.flip();
      }
      to.write(waiting);
    }

    boolean isOver() {
      return ended && !waiting.hasRemaining();
    }

    int readOps() {
      return waiting.hasRemaining() || ended ? 0 : SelectionKey.OP_READ;
    }

    int writeOps() {
      return waiting.hasRemaining() ? SelectionKey.OP_WRITE : 0;
    }
  }
}
