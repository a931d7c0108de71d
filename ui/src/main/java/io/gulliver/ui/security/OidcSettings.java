package io.gulliver.ui.security;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.ClaimPolicy;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.service.people.IssuerAccounts;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Log-in by OpenID Connect, {@code gulliver.web.oidc.*}.
 *
 * @param issuer address of the identity provider, character by character as it calls itself
 * @param clientId of Gulliver there
 * @param clientSecret reference
 * @param title of the identity provider on the log-in page, or null for its host
 * @param scopes that are asked for, openid among them
 * @param nameClaim whose value becomes the log-in name of a new person
 * @param groupsClaim whose values give rights and functions; without it an administrator gives them
 * @param groupsPrefix of groups that say themselves what they give; empty for none
 * @param grants what other groups give
 * @param claimsLast how long after a log-in its rights and functions are good
 * @param sessionLimit after which a log-in by it is renewed there, or null for that of every log-in
 * @param timeOut for connecting to the identity provider and for each of its answers
 * @param authorities PEM file of those that vouch for it; empty for those that Java trusts
 */
public record OidcSettings(
        @NotBlank String issuer,
        @NotBlank String clientId,

        @NotBlank
        @Pattern(
                regexp = "(?i)(env|file|vault):.+",
                message = "must be a reference (env:NAME, file:/path or vault:path#field), never the secret itself")
        String clientSecret,

        @Nullable String title,

        @NotEmpty @DefaultValue({"openid", "profile", "email"})
        Set<String> scopes,

        @NotBlank @DefaultValue("preferred_username") String nameClaim,
        @Nullable String groupsClaim,
        @NotNull @DefaultValue("gulliver:") String groupsPrefix,
        @Valid @DefaultValue List<GroupGrant> grants,
        @NotNull @DefaultValue("30d") Duration claimsLast,
        @Nullable Duration sessionLimit,
        @NotNull @DefaultValue("5s") Duration timeOut,
        @Nullable Path authorities) {
    /** Where the settings are. */
    static final String PREFIX = "gulliver.web.oidc";

    /**
     * What a group gives.
     *
     * @param group its name at the identity provider
     * @param program key, or {@code *} for every program
     * @param right there, or none
     * @param functions there
     */
    public record GroupGrant(
            @NotBlank String group,

            @NotNull @Pattern(regexp = "\\*|[a-z0-9][a-z0-9-]{0,39}") @DefaultValue(Account.EVERY)
            String program,

            @Nullable Right right,
            @NotNull @DefaultValue Set<Function> functions) {}

    /** What the log-in page calls the identity provider. */
    public String shown() {
        return title != null && !title.isBlank()
                ? title
                : String.valueOf(URI.create(issuer).getHost());
    }

    /** What groups give, or null where an administrator gives rights and functions. */
    public @Nullable ClaimPolicy policy() {
        return groupsClaim == null || groupsClaim.isBlank()
                ? null
                : new ClaimPolicy(
                        groupsPrefix.isBlank() ? null : groupsPrefix,
                        grants.stream()
                                .map(one ->
                                        new ClaimPolicy.Grant(one.group(), one.program(), one.right(), one.functions()))
                                .toList());
    }

    /** What binding an account to it needs. */
    public IssuerAccounts.Provider provider() {
        return new IssuerAccounts.Provider(issuer, policy() == null ? null : claimsLast);
    }

    /** Whether the rights and functions of an account are what its groups give, and nobody's here to change. */
    public boolean rules(Account account) {
        return policy() != null && account.issuer().equals(issuer);
    }
}
