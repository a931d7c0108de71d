package io.gulliver.ui.problem;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts {@link ContainerErrorValve} in the place of Tomcat's own error page. */
@Configuration(proxyBeanMethods = false)
class ContainerErrors {
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTheServerItself() {
        return factory -> factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ContainerErrorValve.class.getName());
            }
        });
    }
}
