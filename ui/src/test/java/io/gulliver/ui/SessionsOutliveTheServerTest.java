package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jsoup.Connection;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Sessions are in the store: whoever was logged in before a restart is logged in after it, and its forms still count. */
class SessionsOutliveTheServerTest {
    @Test
    void aRestartLogsNobodyOutAndFormsOpenedBeforeItAreTaken(@TempDir Path directory) throws IOException {
        Path store = Files.createDirectory(directory.resolve("store"));
        Map<String, String> cookies;
        String token;
        try (ConfigurableApplicationContext first = start(store)) {
            Connection.Response form = at(first, "/login").execute();
            Connection.Response in = at(first, "/login")
                    .cookies(form.cookies())
                    .data("username", "viewer", "password", "lilliput")
                    .data("_csrf", csrf(form))
                    .method(Connection.Method.POST)
                    .followRedirects(false)
                    .execute();
            cookies = in.cookies();
            token = csrf(at(first, "/audit").cookies(cookies).execute());
        }
        try (ConfigurableApplicationContext second = start(store)) {
            Connection.Response page = at(second, "/audit").cookies(cookies).execute();
            assertThat(page.url().getPath())
                    .as("the page itself, not the log-in")
                    .isEqualTo("/audit");
            Connection.Response left = at(second, "/logout")
                    .cookies(cookies)
                    .data("_csrf", token)
                    .method(Connection.Method.POST)
                    .execute();
            assertThat(left.url().toString()).endsWith("/login?left");
            assertThat(at(second, "/audit").cookies(cookies).execute().url().getPath())
                    .as("a session that was ended is of no use")
                    .isEqualTo("/login");
        }
    }

    private static ConfigurableApplicationContext start(Path store) {
        return new SpringApplicationBuilder(FaceApplication.class)
                .run(
                        "--northmoor.directory=" + store,
                        "--gulliver.lab.users=true",
                        "--server.address=127.0.0.1",
                        "--server.port=0");
    }

    private static Connection at(ConfigurableApplicationContext context, String path) {
        int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
        return Jsoup.connect("http://127.0.0.1:" + port + path)
                .header("Accept", "text/html")
                .ignoreContentType(true);
    }

    private static String csrf(Connection.Response page) throws IOException {
        return page.parse().select("input[name=_csrf]").attr("value");
    }
}
