package io.gulliver.ui.start;

import io.gulliver.contract.notice.NoticeSettings;
import io.gulliver.contract.notice.NoticeSettings.Security;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretSource;
import io.gulliver.trust.Authorities;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** By which ways people are told: what must hold between these settings, and what they become. */
final class NoticeRules {
    private NoticeRules() {}

    /** What is wrong, and what to do. */
    static List<String> problems(GulliverSettings.@Nullable Notify notify, Predicate<@Nullable String> loopback) {
        List<String> problems = new ArrayList<>();
        if (notify == null || notify.address() == null) {
            return problems;
        }
        if (!List.of("http", "https").contains(String.valueOf(notify.address().getScheme()))
                || notify.address().getHost() == null) {
            problems.add("gulliver.notices.address is " + notify.address()
                    + ": wanted the address of the pages, as https://gulliver.bank.example.");
        }
        if (notify.smtp() == null && notify.webhook() == null) {
            problems.add("gulliver.notices has an address and no way: name gulliver.notices.smtp.host or"
                    + " gulliver.notices.webhook.url, or leave the section out.");
        }
        GulliverSettings.Smtp smtp = notify.smtp();
        if (smtp != null) {
            if ((smtp.user() == null) != (smtp.password() == null)) {
                problems.add("gulliver.notices.smtp: user and password go together, and one of them is missing.");
            }
            if (smtp.security() == Security.NONE && !loopback.test(smtp.host())) {
                problems.add("gulliver.notices.smtp.security is NONE, and " + smtp.host()
                        + " is not this machine: the password and every mail could be read on the way. Take STARTTLS or"
                        + " TLS.");
            }
            authorities("gulliver.notices.smtp.authorities", smtp.authorities(), problems);
        }
        GulliverSettings.Webhook webhook = notify.webhook();
        if (webhook != null && webhook.url() != null) {
            URI url = webhook.url();
            if (!"https".equals(url.getScheme()) && !("http".equals(url.getScheme()) && loopback.test(url.getHost()))) {
                problems.add("gulliver.notices.webhook.url must begin with https:.");
            }
            if (url.getUserInfo() != null) {
                problems.add(
                        "gulliver.notices.webhook.url holds a user: calls are signed with the secret, leave it out.");
            }
            authorities("gulliver.notices.webhook.authorities", webhook.authorities(), problems);
        }
        return problems;
    }

    private static void authorities(String setting, @Nullable Path file, List<String> problems) {
        if (file != null) {
            Authorities.problem(file).ifPresent(why -> problems.add(setting + ": " + why));
        }
    }

    /** The settings as the ways take them; secrets are looked up at each use. */
    static NoticeSettings settings(GulliverSettings.Notify notify, SecretSource secrets) {
        GulliverSettings.Smtp smtp = notify.smtp();
        GulliverSettings.Webhook webhook = notify.webhook();
        String password = smtp == null ? null : smtp.password();
        return new NoticeSettings(
                notify.address(),
                smtp == null
                        ? null
                        : new NoticeSettings.Smtp(
                                smtp.host(),
                                smtp.port(),
                                smtp.security(),
                                smtp.user(),
                                password == null ? null : () -> secrets.own(SecretRef.parse(password)),
                                smtp.from(),
                                smtp.authorities()),
                webhook == null
                        ? null
                        : new NoticeSettings.Webhook(
                                webhook.url(),
                                () -> secrets.own(SecretRef.parse(webhook.secret())),
                                webhook.authorities()));
    }
}
