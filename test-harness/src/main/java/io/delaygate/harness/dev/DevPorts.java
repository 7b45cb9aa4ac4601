package io.delaygate.harness.dev;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Check that the ports of the development stack are free, before anything is started. What runs
 * already would have to be stopped again when the last port turns out to be in use.
 */
final class DevPorts {
  private DevPorts() {}

  /**
   * Port of the development stack.
   *
   * @param user of the port, in words
   * @param remedy property that moves it
   */
  record Port(int number, String user, String remedy) {}

  /** One line for each port on which something listens; all are held until all were tried. */
  static List<String> faults(List<Port> ports) {
    var faults = new ArrayList<String>();
    var held = new ArrayList<ServerSocket>();
    try {
      for (var port : ports) {
        try {
          held.add(listen(port.number()));
        } catch (IOException taken) {
          faults.add(
              "Port %d (%s) is in use. Choose another port with -D%s=PORT."
                  .formatted(port.number(), port.user(), port.remedy()));
        }
      }
    } finally {
      held.forEach(DevPorts::close);
    }
    return faults;
  }

  private static ServerSocket listen(int port) throws IOException {
    var socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return socket;
    } catch (IOException taken) {
      close(socket);
      throw taken;
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException closed) {
      // the port is free all the same
    }
  }
}
