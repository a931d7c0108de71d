package io.gulliver.ui.problem;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts {@link BareProblemValve} in the place of Tomcat's own error page. */
@Configuration(proxyBeanMethods = false)
class BareProblems {
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTheServerItself() {
        return factory -> factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(BareProblemValve.class.getName());
            }
        });
    }
}
