// Receiver.java
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
  /** The status to answer with. `headers` returns the value of a header or null, `now` is in Unix seconds. */
  static int judge(UnaryOperator<String> headers, byte[] body, String secret, long now)
      throws GeneralSecurityException {
    String timestamp = valueOf(headers, "svc-timestamp");
    var offered = new ArrayList<String>();
    offered.add(valueOf(headers, "svc-signature"));
    for (String entry : valueOf(headers, "svc-signatures").split(",")) {
      if (entry.strip().startsWith("v1=")) offered.add(entry.strip().substring(3));
    }
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = mac.doFinal(body);
    boolean fits = false;
    for (String text : offered) {
      if (!text.matches("[0-9a-fA-F]{64}")) continue;
      fits |= MessageDigest.isEqual(HexFormat.of().parseHex(text), expected);
    }
    if (!fits || !timestamp.matches("[0-9]{1,15}")) return 401;
    return Math.abs(now - Long.parseLong(timestamp)) > 300 ? 400 : 200;
  }

  private static String valueOf(UnaryOperator<String> headers, String name) {
    String value = headers.apply(name);
    return value == null ? "" : value.strip();
  }

  // Yours: a table whose primary key is the event's id.
  private static final Map<String, String> inbox = new ConcurrentHashMap<>();

  // Yours: your JSON library. Without one: every body begins with the id and the name of its event.
  private static final Pattern opening = Pattern.compile("\\{\"id\":\"(\\w+)\",\"event\":\"([\\w.]+)\"");

  private static void receive(HttpExchange exchange, String secret) throws IOException {
    int status = 500;
    try {
      byte[] body = exchange.getRequestBody().readNBytes(1_000_001);
      status = body.length > 1_000_000 ? 413
          : judge(exchange.getRequestHeaders()::getFirst, body, secret, Instant.now().getEpochSecond());
      if (status == 200) {
        String text = new String(body, StandardCharsets.UTF_8);
        var event = opening.matcher(text);
        if (!event.lookingAt()) throw new IOException("not an event");
        if (inbox.putIfAbsent(event.group(1), text) == null) {
          System.out.println("received " + event.group(2) + " " + event.group(1));
        }
      }
    } catch (GeneralSecurityException | RuntimeException error) {
      status = 500;
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  public static void main(String[] arguments) throws IOException {
    String secret = System.getenv("WEBHOOK_SECRET");
    if (secret == null || secret.isEmpty()) throw new IllegalStateException("WEBHOOK_SECRET is not set");
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/", exchange -> receive(exchange, secret));
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.start();
    System.out.println("listening on port " + server.getAddress().getPort());
  }
}
