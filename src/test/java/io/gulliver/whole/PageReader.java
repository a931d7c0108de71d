package io.gulliver.whole;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Somebody with a browser: logs in, follows links from page to page, listens to a live stream for a while, logs out, and
 * begins again, until it is closed.
 */
final class PageReader implements AutoCloseable {
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");
    private static final Pattern LINK = Pattern.compile("href=\"(/(?:programs|tasks|what-if|audit|settings)[^\"#]*)\"");
    /** Downloads and documents are no pages. */
    private static final Pattern FILE = Pattern.compile("\\.(pdf|csv|xlsx|zip|ics)|/evidence|/pack");

    private static final int CLICKS = 25;

    private final URI root;
    private final String user;
    private final Random random;
    private final AtomicLong read;
    private final SoakFailures failed;
    private volatile String asked = "";
    private volatile long since;
    private final Thread thread;
    private volatile boolean over;

    PageReader(URI root, String user, long seed, AtomicLong read, SoakFailures failed) {
        this.root = root;
        this.user = user;
        this.random = new Random(seed);
        this.read = read;
        this.failed = failed;
        this.thread = new Thread(this::run, "reader-" + user);
        thread.setDaemon(true);
    }

    PageReader start() {
        thread.start();
        return this;
    }

    private void run() {
        while (!over) {
            try {
                visit();
            } catch (IOException | RuntimeException e) {
                Throwable root = root(e);
                failed.add(user + " at " + asked + ": " + e + (root == e ? "" : ", by " + root) + ", after "
                        + Duration.ofNanos(System.nanoTime() - since).toMillis() + " ms");
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void visit() throws IOException, InterruptedException {
        HttpClient browser = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .cookieHandler(new CookieManager())
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        String login = get(browser, "/login");
        post(browser, "/login", "username=" + user + "&password=lilliput&_csrf=" + token(login));
        String page = get(browser, "/");
        for (int click = 0; click < CLICKS && !over; click++) {
            List<String> links = links(page);
            page = get(browser, links.isEmpty() ? "/" : links.get(random.nextInt(links.size())));
            TimeUnit.MILLISECONDS.sleep(200 + random.nextInt(1500)); // reads
        }
        Matcher program = Pattern.compile("data-events=\"([^\"]+)\"").matcher(get(browser, "/"));
        if (program.find()) {
            listen(browser, program.group(1));
        }
        post(browser, "/logout", "_csrf=" + token(get(browser, "/")));
    }

    /** As a browser does, it asks again when the stream breaks; a second time in a row is a failure. */
    private void listen(HttpClient browser, String events) throws IOException, InterruptedException {
        try {
            readSome(browser, events);
        } catch (IOException broken) {
            readSome(browser, events);
        }
    }

    private void readSome(HttpClient browser, String events) throws IOException, InterruptedException {
        asked = events;
        since = System.nanoTime();
        HttpResponse<java.io.InputStream> stream = browser.send(
                HttpRequest.newBuilder(root.resolve(events))
                        .header("Accept", "text/event-stream")
                        .build(),
                BodyHandlers.ofInputStream());
        try (java.io.InputStream body = stream.body()) {
            byte[] some = new byte[512];
            for (int i = 0; i < 3 && !over && body.read(some) >= 0; i++) {
                read.incrementAndGet();
            }
        }
    }

    private String get(HttpClient browser, String path) throws IOException, InterruptedException {
        asked = path;
        since = System.nanoTime();
        HttpRequest request = HttpRequest.newBuilder(root.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .build();
        HttpResponse<String> answer;
        try {
            answer = browser.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            if (!closedByItself(e)) {
                throw e;
            }
            answer = browser.send(request, BodyHandlers.ofString());
        }
        count(answer.statusCode());
        return answer.body();
    }

    /**
     * Whether the client closed its connection while it read: Java's does so once in some thousand pages, while the server
     * has sent the page whole. What a server does not send whole it logs ({@code Not sent whole}), and that is looked for.
     */
    static boolean closedByItself(IOException e) {
        return String.valueOf(root(e).getMessage()).contains("connection closed locally");
    }

    private static Throwable root(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private void post(HttpClient browser, String path, String form) throws IOException, InterruptedException {
        asked = path;
        since = System.nanoTime();
        HttpResponse<String> answer = browser.send(
                HttpRequest.newBuilder(root.resolve(path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                BodyHandlers.ofString());
        count(answer.statusCode());
    }

    private void count(int status) {
        if (status < 500) {
            read.incrementAndGet();
        } else {
            failed.add(user + " at " + asked + ": " + status);
        }
    }

    static String token(String page) {
        Matcher token = TOKEN.matcher(page);
        return token.find() ? URLEncoder.encode(token.group(1), StandardCharsets.UTF_8) : "";
    }

    static List<String> links(String page) {
        List<String> links = new ArrayList<>();
        Matcher link = LINK.matcher(page);
        while (link.find()) {
            String path = link.group(1).replace("&amp;", "&");
            if (!FILE.matcher(path).find()) {
                links.add(path);
            }
        }
        return links;
    }

    @Override
    public void close() {
        over = true;
        thread.interrupt();
    }
}
