package io.gulliver.ui.problem;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.catalina.valves.RemoteIpValve;
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
 * added, and counts for nothing.
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
                RemoteIpValve valve = new RemoteIpValve();
                valve.setInternalProxies(
                        proxies.stream().map(TrustedProxies::pattern).collect(Collectors.joining("|")));
                valve.setRemoteIpHeader("X-Forwarded-For");
                valve.setProtocolHeader("X-Forwarded-Proto");
                factory.addEngineValves(valve);
            }
        };
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
