package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.TestStore;
import java.io.IOException;
import java.util.Map;
import org.jsoup.Connection;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Sessions are in the store: whoever was logged in before a restart is logged in after it, and its forms still count. */
@Tag("store")
class SessionsOutliveTheServerTest {
    @Test
    void aRestartLogsNobodyOutAndFormsOpenedBeforeItAreTaken() throws IOException {
        String store = TestStore.create().url();
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

    private static ConfigurableApplicationContext start(String store) {
        return new SpringApplicationBuilder(FaceApplication.class)
                .run(
                        "--northmoor.store=" + store,
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
