package io.gulliver.ui.problem;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Under which address a request came, as links and redirects are made of it. */
class TrustedProxiesTest {
    @TempDir
    private Path folder;

    private final Tomcat tomcat = new Tomcat();
    private final Connector connector = new Connector();

    @BeforeEach
    void start() {
        tomcat.setBaseDir(folder.toString());
        connector.setProperty("address", "127.0.0.1");
        connector.setPort(0);
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", folder.toString());
        tomcat.addServlet("", "echo", new HttpServlet() {
            private static final long serialVersionUID = 1;

            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                response.getWriter().write("<" + request.getRequestURL() + " of " + request.getRemoteAddr() + ">");
            }
        });
        context.addServletMappingDecoded("/", "echo");
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }

    private void behind(String proxy) throws Exception {
        for (Valve valve : TrustedProxies.valves(List.of(proxy))) {
            tomcat.getEngine().getPipeline().addValve(valve);
        }
        tomcat.start();
    }

    private String address(String host, String forwarded) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("GET /x HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + forwarded + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .replaceAll("(?s).*<(.*)>.*", "$1");
        }
    }

    @Test
    void ofANamedProxyThePortIsThatOfTheAddressThatPeopleCall() throws Exception {
        behind("127.0.0.1");
        String tls = "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: https\r\n";
        assertThat(address("gulliver:8443", tls)).isEqualTo("https://gulliver:8443/x of 198.51.100.7");
        assertThat(address("gulliver", tls)).isEqualTo("https://gulliver/x of 198.51.100.7");
        assertThat(address("gulliver:443", tls)).isEqualTo("https://gulliver/x of 198.51.100.7");
        assertThat(address("[2001:db8::7]:8443", tls)).isEqualTo("https://[2001:db8::7]:8443/x of 198.51.100.7");
        assertThat(address("[2001:db8::7]", tls)).isEqualTo("https://[2001:db8::7]/x of 198.51.100.7");
        assertThat(address("gulliver:8080", "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: http\r\n"))
                .isEqualTo("http://gulliver:8080/x of 198.51.100.7");
    }

    /** A proxy that hands on the name alone (nginx: {@code Host $host}) says the port beside it. */
    @Test
    void whereTheAddressHasNoPortTheOneThatANamedProxySaysCounts() throws Exception {
        behind("127.0.0.1");
        String tls = "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: https\r\n";
        assertThat(address("gulliver", tls + "X-Forwarded-Port: 8443\r\n"))
                .isEqualTo("https://gulliver:8443/x of 198.51.100.7");
        assertThat(address("[2001:db8::7]", tls + "X-Forwarded-Port: 8443\r\n"))
                .isEqualTo("https://[2001:db8::7]:8443/x of 198.51.100.7");
        assertThat(address("gulliver:9443", tls + "X-Forwarded-Port: 8443\r\n"))
                .as("what people call goes before what the proxy listens on")
                .isEqualTo("https://gulliver:9443/x of 198.51.100.7");
        assertThat(address("gulliver", tls + "X-Forwarded-Port: 1111, 8443\r\n"))
                .as("what a caller wrote stands left of what the proxy added")
                .isEqualTo("https://gulliver:8443/x of 198.51.100.7");
        assertThat(address("gulliver", tls + "X-Forwarded-Port: 1111\r\nX-Forwarded-Port: 8443\r\n"))
                .isEqualTo("https://gulliver:8443/x of 198.51.100.7");
        for (String wrong : List.of("", "0", "65536", "99999999999", "-1", "x", "8443;", "443 1")) {
            assertThat(address("gulliver", tls + "X-Forwarded-Port: " + wrong + "\r\n"))
                    .as(wrong)
                    .isEqualTo("https://gulliver/x of 198.51.100.7");
        }
    }

    @Test
    void whatOthersSayChangesNothing() throws Exception {
        behind("192.0.2.1");
        assertThat(address("gulliver", "X-Forwarded-Proto: https\r\nX-Forwarded-Port: 8443\r\n"))
                .isEqualTo("http://gulliver/x of 127.0.0.1");
        assertThat(address("gulliver:8443", "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: https\r\n"))
                .isEqualTo("http://gulliver:8443/x of 127.0.0.1");
    }
}
