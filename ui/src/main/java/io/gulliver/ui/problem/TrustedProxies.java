package io.gulliver.ui.problem;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.catalina.Globals;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.RemoteIpValve;
import org.apache.catalina.valves.ValveBase;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Takes from proxies that {@code gulliver.web.proxies} names, and from nobody else, who called them and whether by TLS
 * ({@code X-Forwarded-For}, {@code X-Forwarded-Proto}). What a caller wrote there himself stands left of what the proxy
 * added, and counts for nothing. The port is that of the address that people call ({@code Host}), or the one that a proxy
 * says which hands on the name alone ({@code X-Forwarded-Port}): Tomcat takes 443 and 80 for granted, and what an identity
 * provider is told to lead back to would be another address.
 */
@Configuration(proxyBeanMethods = false)
class TrustedProxies {
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> callersOfProxies(Environment environment) {
        List<String> proxies = Binder.get(environment)
                .bind("gulliver.web.proxies", Bindable.listOf(String.class))
                .orElse(List.of());
        return factory -> {
            if (!proxies.isEmpty()) {
                factory.addEngineValves(valves(proxies));
            }
        };
    }

    /** In their order. */
    static Valve[] valves(List<String> proxies) {
        RemoteIpValve callers = new RemoteIpValve();
        callers.setInternalProxies(proxies.stream().map(TrustedProxies::pattern).collect(Collectors.joining("|")));
        callers.setRemoteIpHeader("X-Forwarded-For");
        callers.setProtocolHeader("X-Forwarded-Proto");
        return new Valve[] {callers, new PortOfHost()};
    }

    /** Behind {@link RemoteIpValve}, which sets the port by the protocol alone, and sets it back at the end. */
    private static final class PortOfHost extends ValveBase {
        private static final Pattern PORT = Pattern.compile("[^:]+:([0-9]{1,5})|\\[[^]]+]:([0-9]{1,5})");
        private static final Pattern SAID = Pattern.compile("(?:.*,)?\\s*([0-9]{1,5})\\s*");

        PortOfHost() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            if (request.getAttribute(Globals.REQUEST_FORWARDED_ATTRIBUTE) != null) {
                String host = request.getHeader("Host");
                Matcher called = PORT.matcher(host == null ? "" : host);
                int port = called.matches()
                        ? Integer.parseInt(called.group(1) == null ? called.group(2) : called.group(1))
                        : said(request);
                if (port > 0) {
                    request.setServerPort(port);
                }
            }
            getNext().invoke(request, response);
        }

        /** What the proxy itself says, or 0 for nothing that is a port. */
        private static int said(Request request) {
            int port = 0;
            for (String header : Collections.list(request.getHeaders("X-Forwarded-Port"))) {
                Matcher last = SAID.matcher(header);
                port = last.matches() ? Integer.parseInt(last.group(1)) : 0;
            }
            return port > 65_535 ? 0 : port;
        }
    }

    /** The address as Tomcat writes it. */
    private static String pattern(String address) {
        try {
            return Pattern.quote(InetAddress.getByName(address).getHostAddress());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("gulliver.web.proxies: " + address + " is no address", e);
        }
    }
}
