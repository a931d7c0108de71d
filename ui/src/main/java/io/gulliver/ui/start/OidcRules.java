package io.gulliver.ui.start;

import io.gulliver.trust.Authorities;
import io.gulliver.ui.security.OidcSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Log-in by an identity provider: what must hold between these settings. */
final class OidcRules {
    private static final String ISSUER = "gulliver.web.oidc.issuer";

    private OidcRules() {}

    /** What is wrong, and what to do. */
    static List<String> problems(@Nullable OidcSettings oidc, Predicate<@Nullable String> loopback) {
        List<String> problems = new ArrayList<>();
        if (oidc == null || oidc.issuer() == null) {
            return problems;
        }
        if (!isIssuer(oidc.issuer(), loopback)) {
            problems.add(ISSUER + " is " + oidc.issuer()
                    + ": wanted the address by which the identity provider calls itself, beginning with https: and"
                    + " without a question mark or a number sign.");
        }
        if (!oidc.scopes().contains("openid")) {
            problems.add(
                    "gulliver.web.oidc.scopes lacks openid: without it no identity provider says who somebody is.");
        }
        if (oidc.policy() == null && !oidc.grants().isEmpty()) {
            problems.add("gulliver.web.oidc.grants gives by groups, and gulliver.web.oidc.groups-claim does not say in"
                    + " which claim they are. Name it, as groups.");
        }
        positive("time-out", oidc.timeOut(), problems);
        positive("claims-last", oidc.claimsLast(), problems);
        positive("session-limit", oidc.sessionLimit(), problems);
        Path authorities = oidc.authorities();
        if (authorities != null) {
            Authorities.problem(authorities).ifPresent(why -> problems.add("gulliver.web.oidc.authorities: " + why));
        }
        return problems;
    }

    private static void positive(String name, @Nullable Duration said, List<String> problems) {
        if (said != null && (said.isZero() || said.isNegative())) {
            problems.add("gulliver.web.oidc." + name + " must be longer than nothing.");
        }
    }

    private static boolean isIssuer(String issuer, Predicate<@Nullable String> loopback) {
        try {
            URI uri = URI.create(issuer);
            return uri.getHost() != null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null
                    && ("https".equals(uri.getScheme())
                            || "http".equals(uri.getScheme()) && loopback.test(uri.getHost()));
        } catch (IllegalArgumentException wrong) {
            return false;
        }
    }
}
