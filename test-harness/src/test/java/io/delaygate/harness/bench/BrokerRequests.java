package io.delaygate.harness.bench;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
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
  private static final String BYTES = "kafka.server:type=BrokerTopicMetrics,name=Bytes%sPerSec";

  private final JMXConnector connector;
  private final MBeanServerConnection broker;

  /** Connects to the broker's process, which has the same user. */
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
    try {
      var counts = new TreeMap<String, Long>();
      for (var name : broker.queryNames(new ObjectName(REQUESTS), null)) {
        counts.merge(name.getKeyProperty("request"), count(name), Long::sum);
      }
      return counts;
    } catch (JMException unusual) {
      throw new IllegalStateException(unusual);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Bytes of records so far that producers sent, or that consumers fetched. */
  long bytes(boolean isIn) {
    try {
      return count(new ObjectName(BYTES.formatted(isIn ? "In" : "Out")));
    } catch (JMException unusual) {
      throw new IllegalStateException(unusual);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long count(ObjectName name) throws JMException, IOException {
    return (Long) broker.getAttribute(name, "Count");
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
