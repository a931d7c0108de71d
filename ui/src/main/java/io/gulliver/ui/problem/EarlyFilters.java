package io.gulliver.ui.problem;

import jakarta.servlet.DispatcherType;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/**
 * The filters in front of everything, session and log-in included. They answer with {@link ProblemWriter}, which asks the
 * store whose fault it is: the web server is made before the store is, and finds them by name at the first request.
 */
@Configuration(proxyBeanMethods = false)
class EarlyFilters {
    @Bean
    static DelegatingFilterProxyRegistrationBean failures() {
        return early("failureFilter", 1);
    }

    @Bean
    static DelegatingFilterProxyRegistrationBean hosts() {
        return early("hostGuard", 2);
    }

    @Bean
    static DelegatingFilterProxyRegistrationBean clearText() {
        return early("clearTextGuard", 3);
    }

    @Bean
    static DelegatingFilterProxyRegistrationBean bodies() {
        return early("bodyGuard", 4);
    }

    private static DelegatingFilterProxyRegistrationBean early(String filter, int place) {
        DelegatingFilterProxyRegistrationBean bean = new DelegatingFilterProxyRegistrationBean(filter);
        bean.setOrder(Ordered.HIGHEST_PRECEDENCE + place);
        bean.setDispatcherTypes(DispatcherType.REQUEST);
        return bean;
    }
}
