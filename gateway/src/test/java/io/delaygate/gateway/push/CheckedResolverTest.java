package io.delaygate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.push.CallEnd.Failed;
import io.delaygate.gateway.push.CallEnd.Kind;
import io.delaygate.gateway.push.CheckedResolver.Lookup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Test that no connection goes to an address that was not checked, and that lookups are bounded.
 */
@Timeout(60)
class CheckedResolverTest {
  private static final String NAME = "hooks.example.com";
  private static final String PUBLIC = "8.8.8.8";
  private static final Duration LONG = Duration.ofSeconds(30);

  private final CountDownLatch over = new CountDownLatch(1);
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    over.countDown();
    for (var part : open) {
      part.close();
    }
  }

  @Test
  void asksForTheAbsoluteNameAndKeepsOnlyItsAddresses() throws Exception {
    var asked = new ArrayList<String>();
    var resolver =
        resolver(
            name -> {
              asked.add(name);
              return addresses("8.8.8.8", "2606:4700::1111");
            },
            LONG);
    assertThat(resolve(resolver, NAME))
        .containsExactly(
            new InetSocketAddress(address("8.8.8.8"), 443),
            new InetSocketAddress(address("2606:4700::1111"), 443));
    assertThat(asked).containsExactly("hooks.example.com.");
  }

  @Test
  void triesAFewAddressesOnly() throws Exception {
    var many = addresses("8.8.8.1", "8.8.8.2", "8.8.8.3", "8.8.8.4", "8.8.8.5");
    assertThat(resolve(resolver(name -> many, LONG), NAME)).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "::1",
        "::ffff:127.0.0.1",
        "fd00::1",
        "fe80::1",
        "64:ff9b::7f00:1",
      })
  void refusesANameWithOneAddressThatIsRefused(String refused) {
    for (var found : List.of(new String[] {refused}, new String[] {PUBLIC, refused})) {
      assertThatThrownBy(() -> resolve(resolver(name -> addresses(found), LONG), NAME))
          .hasCauseInstanceOf(CallException.class)
          .hasMessageContaining("the host hooks.example.com is refused: the address ");
    }
  }

  @Test
  void refusesLiteralAddressesWithoutALookup() {
    var resolver =
        resolver(
            name -> {
              throw new IllegalStateException(name);
            },
            LONG);
    for (var host : List.of("127.0.0.1", "::1", "[::1]", "169.254.169.254")) {
      assertThatThrownBy(() -> resolve(resolver, host)).hasMessageContaining("is refused");
    }
  }

  @Test
  void aNameThatChangesItsAddressNeverReachesAListener() throws Exception {
    // Given a name that has a public address first, and ours each later time
    var server = open(PlannedServer.http(PlannedServer.sends("HTTP/1.1 200 OK\r\n\r\n")));
    var lookups = new AtomicInteger();
    // a public address that no route leads to
    Lookup rebinding =
        name -> addresses(lookups.getAndIncrement() == 0 ? "2a0f:ffff:ffff::1" : "127.0.0.1");
    var caller = caller(UrlRules.STRICT, rebinding);
    // When it is called again and again
    var ends = new ArrayList<CallEnd>();
    for (var i = 0; i < 5; i++) {
      var url = URI.create("https://" + NAME + ":" + server.port() + "/");
      ends.add(call(caller, url));
    }
    // Then the first connection goes where the first answer said, and no other is opened
    assertThat(((Failed) ends.get(0)).kind()).isIn(Kind.CONNECT, Kind.TIMEOUT);
    assertThat(ends.subList(1, 5))
        .allSatisfy(end -> assertThat(((Failed) end).kind()).isEqualTo(Kind.REFUSED));
    assertThat(lookups).hasValue(5);
    assertThat(server.connections()).isZero();
  }

  @Test
  void aConnectionThatIsUsedAgainGoesToTheCheckedAddress() throws Exception {
    var answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    var server = open(PlannedServer.http(PlannedServer.sends(answer)));
    var lookups = new AtomicInteger();
    var rules = new UrlRules(true, Set.of(NAME), List.of(IpNetwork.of("127.0.0.1/32")));
    Lookup rebinding =
        name -> addresses(lookups.getAndIncrement() == 0 ? "127.0.0.1" : "169.254.169.254");
    var caller = caller(rules, rebinding);
    for (var i = 0; i < 3; i++) {
      assertThat(call(caller, server.url(NAME))).isInstanceOf(CallEnd.Answered.class);
    }
    assertThat(lookups).hasValue(1);
    assertThat(server.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {NAME, "127.0.0.1.nip.io", "a.localhost.example.com"})
  void noForeignNameReachesLoopbackInDevelopmentEither(String name) throws Exception {
    var server = open(PlannedServer.http(PlannedServer.sends("HTTP/1.1 200 OK\r\n\r\n")));
    var rules = new UrlRules(true, Set.of(), List.of());
    var caller = caller(rules, host -> addresses("127.0.0.1"));
    var end = call(caller, URI.create("https://" + name + ":" + server.port() + "/"));
    assertThat(((Failed) end).kind()).isEqualTo(Kind.REFUSED);
    assertThat(server.connections()).isZero();
  }

  @Test
  void namesThatAreListedAreAskedForAsTheyAre() throws Exception {
    var rules = new UrlRules(false, Set.of("billing"), List.of());
    var asked = new ArrayList<String>();
    var resolver =
        resolver(
            rules,
            name -> {
              asked.add(name);
              return addresses("10.0.0.1");
            },
            LONG);
    assertThat(resolve(resolver, "billing")).hasSize(1);
    assertThat(asked).containsExactly("billing");
  }

  @Test
  void aNameWithoutAddressIsAFailure() {
    var resolver =
        resolver(
            name -> {
              throw new UnknownHostException(name);
            },
            LONG);
    assertThatThrownBy(() -> resolve(resolver, NAME))
        .hasMessageContaining("the host hooks.example.com has no address");
  }

  @Test
  void aSlowLookupEndsByItsTimeAndDelaysNoOther() throws Exception {
    var lookups = new AtomicInteger();
    var resolver =
        resolver(
            name -> {
              if (name.startsWith("slow")) {
                lookups.incrementAndGet();
                hang();
              }
              return addresses(PUBLIC);
            },
            Duration.ofMillis(300));
    // When one name is asked for many times, more often than there are threads
    var slow = new ArrayList<CompletableFuture<List<InetSocketAddress>>>();
    for (var i = 0; i < 2 * CheckedResolver.MAX_LOOKUPS; i++) {
      slow.add(begin(resolver, "slow.example.com"));
    }
    // Then others are answered meanwhile, and its lookup holds one thread
    for (var i = 0; i < 20; i++) {
      assertThat(resolve(resolver, i + ".example.com")).hasSize(1);
    }
    assertThat(lookups).hasValue(1);
    for (var one : slow) {
      assertThatThrownBy(() -> one.get(20, TimeUnit.SECONDS))
          .hasMessageContaining("the lookup of slow.example.com took more than 300 ms");
    }
  }

  @Test
  void lookupsAreBounded() throws Exception {
    var begun = new CountDownLatch(CheckedResolver.MAX_LOOKUPS);
    var resolver =
        resolver(
            name -> {
              begun.countDown();
              hang();
              return addresses(PUBLIC);
            },
            LONG);
    for (var i = 0; i < CheckedResolver.MAX_LOOKUPS; i++) {
      var unused = begin(resolver, i + ".example.com");
    }
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
    assertThatThrownBy(() -> resolve(resolver, NAME)).hasMessageContaining("too many names");
    // When they are over
    over.countDown();
    // Then names are looked up again
    Awaitility.await().ignoreExceptions().until(() -> resolve(resolver, NAME).size() == 1);
  }

  private void hang() {
    try {
      over.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private CheckedResolver resolver(Lookup lookup, Duration timeout) {
    return resolver(UrlRules.STRICT, lookup, timeout);
  }

  private CheckedResolver resolver(UrlRules rules, Lookup lookup, Duration timeout) {
    return open(new CheckedResolver(lookup, rules, timeout, Runnable::run));
  }

  private EndpointCaller caller(UrlRules rules, Lookup lookup) {
    var config =
        new CallerConfig(rules, List.of(), 16, Duration.ofMillis(200), Duration.ofSeconds(30));
    return open(EndpointCaller.start(config, lookup, System::nanoTime));
  }

  private <T extends AutoCloseable> T open(T part) {
    open.add(part);
    return part;
  }

  private static CallEnd call(EndpointCaller caller, URI url) throws Exception {
    var call = new EndpointCall(url, "POST", List.of(), new byte[0], Duration.ofSeconds(5));
    return caller.call(call).get(20, TimeUnit.SECONDS);
  }

  private static List<InetSocketAddress> resolve(CheckedResolver resolver, String host)
      throws Exception {
    return begin(resolver, host).get(20, TimeUnit.SECONDS);
  }

  private static CompletableFuture<List<InetSocketAddress>> begin(
      CheckedResolver resolver, String host) {
    var found = new CompletableFuture<List<InetSocketAddress>>();
    resolver.resolve(
        host, 443, Map.of(), Promise.from(found::complete, found::completeExceptionally));
    return found;
  }

  private static InetAddress[] addresses(String... texts) {
    var all = new InetAddress[texts.length];
    for (var i = 0; i < texts.length; i++) {
      all[i] = address(texts[i]);
    }
    return all;
  }

  private static InetAddress address(String text) {
    return HostRules.literal(text)
        .or(() -> HostRules.literal("[" + text + "]"))
        .orElseThrow(() -> new IllegalArgumentException(text));
  }
}
