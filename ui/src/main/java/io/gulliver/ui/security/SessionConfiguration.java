package io.gulliver.ui.security;

import io.gulliver.service.wiring.LoginConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.session.config.annotation.web.http.EnableSpringHttpSession;
import org.springframework.session.web.http.CookieSerializer;
import org.springframework.session.web.http.DefaultCookieSerializer;

/** The cookie by which a browser is known again; its session is kept in the store. */
@Configuration(proxyBeanMethods = false)
@EnableSpringHttpSession
@Import(LoginConfiguration.class)
class SessionConfiguration {
    /** The cookie's name; logging out removes it. */
    static final String COOKIE = "JSESSIONID";

    @Bean
    CookieSerializer sessionCookie() {
        DefaultCookieSerializer cookie = new DefaultCookieSerializer();
        cookie.setCookieName(COOKIE);
        cookie.setSameSite("Lax"); // links from mails and chats lead in; forms of other sites do not
        cookie.setUseHttpOnlyCookie(true);
        return cookie;
    }
}
