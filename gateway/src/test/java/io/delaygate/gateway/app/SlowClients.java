package io.delaygate.gateway.app;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Many clients that send a first part, and then at most a byte each second; a client that is
 * disconnected connects again. They run in a separate process, because both ends of 10,000
 * connections exceed the open files of one.
 */
final class SlowClients implements AutoCloseable {
  /** One address has 28,000 ports, so clients use several. */
  private static final int ADDRESSES = 16;

  private static final int OPENED_AT_A_TIME = 200;

  /** Delay of a reconnect: a second on average. */
  private static final int LATER_MS = 2_000;

  private final Process process;
  private final CompletableFuture<Void> open = new CompletableFuture<>();
  private volatile String last = "";

  private SlowClients(Process process) {
    this.process = process;
    var reader = new Thread(this::read, "slow clients");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts clients, divided equally among the kinds.
   *
   * @param kinds port, a space, and what a client sends first, which may be empty
   */
  static SlowClients start(int count, List<String> kinds) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp", classes()));
    command.add(SlowClients.class.getName());
    command.add(Integer.toString(count));
    kinds.forEach(kind -> command.add(HexFormat.of().formatHex(kind.getBytes(ISO_8859_1))));
    return new SlowClients(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  private static String classes() {
    try {
      return new File(SlowClients.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void read() {
    try (var lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), ISO_8859_1))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        last = line;
        open.complete(null);
      }
    } catch (IOException ended) {
      // the process was closed
    }
    open.completeExceptionally(new IllegalStateException("the clients' process has ended"));
  }

  /** Waits until each client has been connected once. */
  void awaitOpen() throws Exception {
    open.get(120, TimeUnit.SECONDS);
  }

  /** Status of the clients, for messages. */
  String told() {
    return last;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /**
   * Main of the clients' process; arguments: the number of clients, and the kinds in hexadecimal.
   */
  public static void main(String... arguments) throws IOException {
    var kinds =
        Stream.of(arguments)
            .skip(1)
            .map(kind -> new String(HexFormat.of().parseHex(kind), ISO_8859_1))
            .toList();
    new Clients(Integer.parseInt(arguments[0]), kinds).run();
  }

  /** All clients, on one thread. */
  private static final class Clients {
    private static final class Client {
      final int number;
      final int port;
      final byte[] begin;
      @Nullable SocketChannel channel;
      long openAt;

      Client(int number, String kind) {
        this.number = number;
        this.port = Integer.parseInt(kind.substring(0, kind.indexOf(' ')));
        this.begin = kind.substring(kind.indexOf(' ') + 1).getBytes(ISO_8859_1);
      }
    }

    private final Selector selector = Selector.open();
    private final List<Client> clients = new ArrayList<>();
    private final ByteBuffer dropped = ByteBuffer.allocate(4096);
    private final Random random = new Random(38);
    private long opened;
    private long ended;
    private int connected;

    Clients(int count, List<String> kinds) throws IOException {
      for (var i = 0; i < count; i++) {
        clients.add(new Client(i, kinds.get(i % kinds.size())));
      }
    }

    void run() throws IOException {
      var nextSecond = System.nanoTime();
      while (true) {
        open();
        selector.select(20);
        for (var key : selector.selectedKeys()) {
          handle(key);
        }
        selector.selectedKeys().clear();
        if (System.nanoTime() - nextSecond > 0) {
          nextSecond += TimeUnit.SECONDS.toNanos(1);
          trickle();
          if (opened >= clients.size()) {
            System.out.printf("open %d, ended %d%n", connected, ended);
          }
        }
      }
    }

    private void open() throws IOException {
      var now = System.nanoTime();
      var left = OPENED_AT_A_TIME;
      for (var client : clients) {
        if (client.channel == null && now - client.openAt >= 0 && left-- > 0) {
          var channel = SocketChannel.open();
          client.channel = channel;
          channel.configureBlocking(false);
          channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
          channel.bind(new InetSocketAddress(loopback(0, 1, 1 + client.number % ADDRESSES), 0));
          channel.connect(new InetSocketAddress(loopback(0, 0, 1), client.port));
          channel.register(selector, SelectionKey.OP_CONNECT, client);
        }
      }
    }

    private static InetAddress loopback(int second, int third, int fourth) throws IOException {
      return InetAddress.getByAddress(new byte[] {127, (byte) second, (byte) third, (byte) fourth});
    }

    private void handle(SelectionKey key) {
      var client = (Client) key.attachment();
      var channel = (SocketChannel) key.channel();
      try {
        if (key.isConnectable() && channel.finishConnect()) {
          opened++;
          connected++;
          key.interestOps(SelectionKey.OP_READ);
          channel.write(ByteBuffer.wrap(client.begin));
        } else if (key.isReadable() && channel.read(dropped.clear()) < 0) {
          end(client);
        }
      } catch (IOException reset) {
        end(client);
      }
    }

    private void trickle() {
      for (var client : clients) {
        var channel = client.channel;
        try {
          if (channel != null && channel.isConnected() && client.begin.length > 0) {
            channel.write(ByteBuffer.wrap(new byte[] {'1'}));
          }
        } catch (IOException reset) {
          end(client);
        }
      }
    }

    private void end(Client client) {
      var channel = client.channel;
      if (channel == null) {
        return;
      }
      try {
        connected -= channel.isConnected() ? 1 : 0;
        channel.close();
      } catch (IOException already) {
        // already closed
      }
      ended++;
      client.channel = null;
      client.openAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(LATER_MS));
    }
  }
}
