package io.gulliver.activity.notice;

import io.gulliver.adapter.notify.DeliveryException;
import io.gulliver.adapter.notify.SmtpMailer;
import io.gulliver.adapter.notify.WebhookSender;
import io.gulliver.contract.notice.Messenger;
import io.gulliver.contract.notice.MessengerException;
import io.gulliver.contract.notice.NoticeSettings;
import io.gulliver.secret.SecretRegistry;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A mail server and a webhook, as far as the operator named them. */
public final class OuterMessenger implements Messenger {
    private final String address;
    private final @Nullable SmtpMailer mailer;
    private final @Nullable WebhookSender hook;

    public OuterMessenger(NoticeSettings settings, SecretRegistry secrets, Clock clock) {
        this.address = settings.address().toString().replaceAll("/+$", "");
        NoticeSettings.Smtp smtp = settings.smtp();
        this.mailer = smtp == null
                ? null
                : new SmtpMailer(
                        new SmtpMailer.Server(
                                smtp.host(),
                                smtp.port(),
                                switch (smtp.security()) {
                                    case STARTTLS -> SmtpMailer.Security.STARTTLS;
                                    case TLS -> SmtpMailer.Security.TLS;
                                    case NONE -> SmtpMailer.Security.NONE;
                                },
                                smtp.user(),
                                smtp.password(),
                                smtp.from(),
                                smtp.authorities()),
                        secrets,
                        clock);
        NoticeSettings.Webhook webhook = settings.webhook();
        this.hook = webhook == null
                ? null
                : new WebhookSender(
                        new WebhookSender.Webhook(webhook.url(), webhook.secret(), webhook.authorities()), secrets);
    }

    @Override
    public boolean mails() {
        return mailer != null;
    }

    @Override
    public boolean hooks() {
        return hook != null;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void mail(String id, String to, String subject, String text) {
        if (mailer == null) {
            throw new IllegalStateException("There is no mail server");
        }
        SmtpMailer ours = mailer;
        carried(() -> ours.send(id, to, subject, text));
    }

    @Override
    public void hook(String id, Instant at, String json) {
        if (hook == null) {
            throw new IllegalStateException("There is no webhook");
        }
        WebhookSender ours = hook;
        carried(() -> ours.send(id, at, json));
    }

    private static void carried(Runnable way) {
        try {
            way.run();
        } catch (DeliveryException e) {
            throw new MessengerException(String.valueOf(e.getMessage()), e.forEver(), e);
        }
    }
}
