package io.gulliver.ctl;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Where the server is and who calls: of options, else of the environment, else of {@code ~/.config/gulliver/ctl.properties}.
 * A password is read from a file or typed; it is never part of a command line, which everybody on the machine can read.
 */
final class Connection {
    private final Map<String, String> environment;
    private final Properties file = new Properties();
    private @Nullable URI server;
    private @Nullable String authorization;
    private Duration timeout = Duration.ofSeconds(60);
    private @Nullable SSLContext trusting;
    private @Nullable HttpClient client;

    Connection(Map<String, String> environment) {
        this.environment = environment;
        String place = environment.get("GULLIVER_CTL_CONFIG");
        String home = environment.get("XDG_CONFIG_HOME");
        Path path = place != null
                ? Path.of(place)
                : Path.of(
                        home == null ? System.getProperty("user.home") + "/.config" : home, "gulliver/ctl.properties");
        if (Files.isReadable(path)) {
            try (BufferedReader reader = Files.newBufferedReader(path)) {
                file.load(reader);
            } catch (IOException e) {
                throw new WrongUsage(path + " cannot be read: " + e.getMessage());
            }
            if (file.containsKey("password")) {
                throw new WrongUsage(
                        path + " holds a password. Put it into a file of its own, readable by you alone, and"
                                + " name that file as password-file.");
            }
        }
    }

    /** What an option, the environment or the file says, in this order; or null. */
    @Nullable
    String setting(@Nullable String option, String name) {
        if (option != null) {
            return option;
        }
        String variable = "GULLIVER_" + name.toUpperCase(java.util.Locale.ROOT).replace('-', '_');
        return environment.getOrDefault(variable, file.getProperty(name));
    }

    void open(
            @Nullable String server,
            @Nullable String user,
            @Nullable String passwordFile,
            @Nullable String timeout,
            @Nullable String authorities) {
        String address = setting(server, "server");
        URI at = address(address == null ? "http://127.0.0.1:8080" : address.replaceAll("/+$", ""));
        String host = at.getHost();
        if ("http".equals(at.getScheme()) && !host.matches("127\\..*|localhost|\\[::1]")) {
            throw new WrongUsage(at + " is not on this machine and not https: name and password would travel in clear."
                    + " Use its https address.");
        }
        this.server = at;
        String patience = setting(timeout, "timeout");
        if (patience != null) {
            this.timeout = seconds(patience);
        }
        String trusted = setting(authorities, "authorities");
        if (trusted != null) {
            trusting = trusting(trusted);
        }
        String token = environment.get("GULLIVER_TOKEN");
        if (token != null && !token.isBlank()) {
            authorization = "Bearer " + token.strip();
            return;
        }
        String name = setting(user, "user");
        if (name == null) {
            throw new WrongUsage(
                    "Nobody is named: set GULLIVER_TOKEN, or give --user (or GULLIVER_USER) and a password by"
                            + " --password-file or by typing it.");
        }
        authorization = "Basic "
                + Base64.getEncoder()
                        .encodeToString((name
                                        + ":"
                                        + secret(
                                                "password of " + name,
                                                "--password-file",
                                                setting(passwordFile, "password-file")))
                                .getBytes(StandardCharsets.UTF_8));
    }

    private static URI address(String text) {
        try {
            URI at = new URI(text);
            if (at.getHost() != null
                    && ("http".equals(at.getScheme()) || "https".equals(at.getScheme()))
                    && at.getPort() <= 65535) {
                return at;
            }
        } catch (URISyntaxException e) {
            // told below, like any other text
        }
        throw new WrongUsage("The server is '" + text + "', wanted an address such as https://gulliver.example.com.");
    }

    /** Whom TLS trusts in place of those that this Java does. */
    private static SSLContext trusting(String pem) {
        try (InputStream in = Files.newInputStream(Path.of(pem))) {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            int count = 0;
            for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("authority-" + count++, one);
            }
            if (count == 0) {
                throw new WrongUsage(pem + " holds no certificate, wanted PEM.");
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new WrongUsage("The file of authorities " + pem + " cannot be used: " + e.getMessage());
        }
    }

    /**
     * A password, read or typed without being shown; a new one is typed twice.
     *
     * @param what it is, such as {@code new password}
     * @param option that names a file
     * @param from a file, {@code -} for a line of standard input, or null to ask
     */
    static String secret(String what, String option, @Nullable String from) {
        try {
            if (from != null) {
                return from.equals("-")
                        ? line(what)
                        : Files.readString(Path.of(from)).replaceAll("\\R\\z", "");
            }
        } catch (IOException | InvalidPathException e) {
            throw new WrongUsage("The file " + from + " with the " + what + " cannot be read: " + e.getMessage());
        }
        Console console = System.console();
        char[] typed = console == null ? null : console.readPassword("The %s: ", what);
        if (typed == null) {
            throw new WrongUsage("There is no terminal to type the " + what + " at: give " + option
                    + (option.equals("--password-file") ? ", or set GULLIVER_TOKEN." : "."));
        }
        if (what.startsWith("new ") && !Arrays.equals(typed, console.readPassword("The %s again: ", what))) {
            throw new WrongUsage("Not the same was typed for the " + what + " and again. Nothing was sent.");
        }
        return new String(typed);
    }

    /** Byte by byte, so that what stands behind the line is left to whoever reads next. */
    private static String line(String what) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int read = System.in.read();
        if (read < 0) {
            throw new WrongUsage("Standard input has no line with the " + what + ".");
        }
        while (read >= 0 && read != '\n') {
            line.write(read);
            read = System.in.read();
        }
        return line.toString(StandardCharsets.UTF_8).replaceAll("\r\\z", "");
    }

    static Duration seconds(String text) {
        if (!text.matches("[0-9]{1,6}")) {
            throw new WrongUsage("A time-out is a number of seconds, not '" + text + "'.");
        }
        return Duration.ofSeconds(Long.parseLong(text));
    }

    /** @throws IOException nobody answered */
    HttpResponse<InputStream> send(String method, String address, Map<String, String> headers, BodyPublisher body)
            throws IOException, InterruptedException {
        if (client == null) {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .connectTimeout(timeout.compareTo(Duration.ofSeconds(10)) < 0 ? timeout : Duration.ofSeconds(10));
            client = trusting == null
                    ? builder.build()
                    : builder.sslContext(trusting).build();
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + address))
                .timeout(timeout)
                .header("User-Agent", "gulliver-ctl")
                .method(method, body);
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        headers.forEach(request::header);
        return client.send(request.build(), BodyHandlers.ofInputStream());
    }

    /**
     * Ends the client's threads, from Java 21 on. One that was still loading classes while Java wrote its archive of them at
     * the exit crashed it: the call was done, and the exit code said that it was not.
     */
    void end() {
        HttpClient open = client;
        client = null;
        if (open == null || Runtime.version().feature() < 21) {
            return;
        }
        try {
            HttpClient.class.getMethod("shutdownNow").invoke(open);
            HttpClient.class.getMethod("awaitTermination", Duration.class).invoke(open, Duration.ofSeconds(2));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The HTTP client of this Java cannot be ended", e);
        }
    }

    /** The command line, the environment or a file of this machine is wrong: nothing was sent. */
    static final class WrongUsage extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WrongUsage(String message) {
            super(message);
        }
    }
}
