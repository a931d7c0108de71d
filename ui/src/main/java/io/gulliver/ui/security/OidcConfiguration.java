package io.gulliver.ui.security;

import io.gulliver.secret.SecretSource;
import io.gulliver.service.people.IssuerAccounts;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;

/** Log-in by an identity provider, where the settings name one. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(OidcSettings.PREFIX + ".issuer")
class OidcConfiguration {
    @Bean
    OidcSettings oidcSettings(Environment environment) {
        // as the settings of the whole process check it at the start
        return Binder.get(environment).bindOrCreate(OidcSettings.PREFIX, OidcSettings.class);
    }

    @Bean
    OidcIssuer oidcIssuer(OidcSettings settings, SecretSource secrets) {
        return new OidcIssuer(settings, secrets, Clock.systemUTC());
    }

    /** By this type Spring Security looks for it. */
    @Bean
    JwtDecoderFactory<ClientRegistration> idTokenDecoders(OidcIssuer issuer) {
        return issuer::decoder;
    }

    @Bean
    OidcLogin oidcLogin(
            OidcSettings settings, OidcIssuer issuer, IssuerAccounts accounts, People people, LoginRecord record) {
        return new OidcLogin(settings, issuer, accounts, people, record);
    }
}
