package io.delaygate.scheduler.clients;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.errors.StreamsException;

/**
 * Admin client of Kafka Streams that refuses to create topics. Streams would recreate a deleted
 * changelog and go on without its jobs; the scheduler creates its topics before it joins its group.
 */
final class StreamsAdmin {
  private StreamsAdmin() {}

  static Admin of(Admin admin) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("createTopics")) {
            throw new StreamsException("The changelog does not exist any more");
          }
          try {
            return method.invoke(admin, arguments);
          } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
          }
        };
    var loader = StreamsAdmin.class.getClassLoader();
    return (Admin) Proxy.newProxyInstance(loader, new Class<?>[] {Admin.class}, handler);
  }
}
