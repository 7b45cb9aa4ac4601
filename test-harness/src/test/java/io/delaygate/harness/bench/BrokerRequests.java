package io.delaygate.harness.bench;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Counts of the requests and bytes that a broker has handled, from its metrics over JMX. */
final class BrokerRequests implements AutoCloseable {
  private static final String REQUESTS =
      "kafka.network:type=RequestMetrics,name=RequestsPerSec,request=*,version=*";
  private static final String BYTES = "kafka.server:type=BrokerTopicMetrics,name=Bytes*";

  private final JMXConnector connector;
  private final MBeanServerConnection broker;

  /** Connects to the broker's process, which must belong to the same user. */
  @SuppressWarnings("BanJNDI") // the address is that of our own child process
  BrokerRequests(long pid) {
    try {
      var machine = VirtualMachine.attach(Long.toString(pid));
      try {
        var url = new JMXServiceURL(machine.startLocalManagementAgent());
        connector = JMXConnectorFactory.connect(url);
        broker = connector.getMBeanServerConnection();
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException unusual) {
      throw new IllegalStateException(unusual);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Number of requests so far, by kind. */
  Map<String, Long> requests() {
    return sums(REQUESTS, "request");
  }

  /** Bytes of records that producers sent ({@code In}) and consumers fetched ({@code Out}). */
  Map<String, Long> bytes() {
    var sums = sums(BYTES, "name");
    sums.keySet().retainAll(Set.of("BytesInPerSec", "BytesOutPerSec"));
    return sums;
  }

  /** Sums of the counts of all metrics that match, by a property of their names. */
  private Map<String, Long> sums(String metrics, String property) {
    try {
      var sums = new TreeMap<String, Long>();
      for (var name : broker.queryNames(new ObjectName(metrics), null)) {
        var count = (Long) broker.getAttribute(name, "Count");
        sums.merge(name.getKeyProperty(property), count, Long::sum);
      }
      return sums;
    } catch (JMException unusual) {
      throw new IllegalStateException(unusual);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
