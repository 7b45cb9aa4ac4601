package io.delaygate.harness.dev;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Check that the ports of the development stack are free. It runs before anything is started,
 * because otherwise the started parts would have to be stopped again.
 */
final class DevPorts {
  private DevPorts() {}

  /**
   * Port of the development stack.
   *
   * @param user part of the stack that uses the port
   * @param remedy property that moves it
   */
  record Port(int number, String user, String remedy) {}

  /** One line for each port in use; every port is held until all are checked. */
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
      // the port was free all the same
    }
  }
}
