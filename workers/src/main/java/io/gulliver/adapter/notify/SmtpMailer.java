package io.gulliver.adapter.notify;

import io.gulliver.secret.SecretRegistry;
import io.gulliver.trust.Authorities;
import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Date;
import java.util.Properties;
import java.util.function.Supplier;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Sends mail in plain text to one mail server (RFC 5321, by TLS as RFC 8314 and RFC 3207 say). The certificate must carry the
 * server's name; without TLS nothing is sent but on this machine.
 */
public final class SmtpMailer {
    /** How the way to the server is guarded. */
    public enum Security {
        /** TLS after a word in clear text, demanded. */
        STARTTLS,
        /** TLS from the first byte. */
        TLS,
        /** None: on this machine alone. */
        NONE
    }

    /**
     * The server.
     *
     * @param password gives it at each log-on; null without a user
     * @param from address of the sender
     * @param authorities PEM file of those that vouch for it, or null for those that Java trusts
     */
    public record Server(
            String host,
            int port,
            Security security,
            @Nullable String user,
            @Nullable Supplier<String> password,
            String from,
            @Nullable Path authorities) {}

    /** Milliseconds until a connection stands, and for each answer. */
    private static final String CONNECT = "10000";

    private static final String ANSWER = "20000";

    private final Server settings;
    private final SecretRegistry secrets;
    private final Clock clock;
    private final Properties properties = new Properties();

    public SmtpMailer(Server settings, SecretRegistry secrets, Clock clock) {
        this.settings = settings;
        this.secrets = secrets;
        this.clock = clock;
        properties.put("mail.smtp.host", settings.host());
        properties.put("mail.smtp.port", String.valueOf(settings.port()));
        properties.put("mail.smtp.connectiontimeout", CONNECT);
        properties.put("mail.smtp.timeout", ANSWER);
        properties.put("mail.smtp.writetimeout", ANSWER);
        properties.put("mail.smtp.auth", String.valueOf(settings.user() != null));
        properties.put("mail.smtp.ssl.enable", String.valueOf(settings.security() == Security.TLS));
        properties.put("mail.smtp.starttls.enable", String.valueOf(settings.security() == Security.STARTTLS));
        properties.put("mail.smtp.starttls.required", String.valueOf(settings.security() == Security.STARTTLS));
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        properties.put("mail.smtp.ssl.protocols", "TLSv1.3 TLSv1.2");
        if (settings.authorities() != null) {
            properties.put(
                    "mail.smtp.ssl.socketFactory",
                    Authorities.trusting(settings.authorities()).getSocketFactory());
        }
    }

    /**
     * Sends one mail, plain text.
     *
     * @param id kept in a header, the same when the same is sent again
     * @throws DeliveryException it did not arrive
     */
    public void send(String id, String to, String subject, String text) {
        Session session = Session.getInstance(properties, authenticator());
        try {
            MimeMessage message = new MimeMessage(session);
            message.setFrom(new InternetAddress(settings.from(), true));
            message.setRecipient(Message.RecipientType.TO, new InternetAddress(to, true));
            message.setSubject(subject, StandardCharsets.UTF_8.name());
            message.setText(text, StandardCharsets.UTF_8.name());
            message.setSentDate(Date.from(clock.instant()));
            // answers of robots to a robot are wanted by nobody (RFC 3834)
            message.setHeader("Auto-Submitted", "auto-generated");
            message.setHeader("X-Gulliver-Notice", id);
            message.saveChanges();
            Transport.send(message);
        } catch (AddressException e) {
            throw new DeliveryException("'" + to + "' is no address of mail: " + e.getMessage(), true, e);
        } catch (MessagingException e) {
            throw new DeliveryException(
                    "Mail server " + settings.host() + ":" + settings.port() + " did not take the mail: "
                            + secrets.mask(words(e)),
                    refused(e),
                    e);
        }
    }

    private @Nullable Authenticator authenticator() {
        return settings.user() == null || settings.password() == null
                ? null
                : new Authenticator() {
                    @Override
                    protected PasswordAuthentication getPasswordAuthentication() {
                        return new PasswordAuthentication(
                                settings.user(), settings.password().get());
                    }
                };
    }

    /** Whether the server refused it for ever: a code that begins with 5 for the mail or its address. */
    private static boolean refused(MessagingException failure) {
        for (Exception cause = failure; cause instanceof MessagingException next; cause = next.getNextException()) {
            if (cause instanceof SMTPAddressFailedException address) {
                return address.getReturnCode() >= 500;
            }
            if (cause instanceof SMTPSendFailedException send && send.getReturnCode() >= 500) {
                return true;
            }
        }
        return false;
    }

    private static String words(MessagingException failure) {
        Exception cause = failure;
        if (failure instanceof SendFailedException && failure.getNextException() != null) {
            cause = failure.getNextException();
        }
        String message = cause.getMessage();
        String line = message == null ? cause.getClass().getSimpleName() : message;
        return line.strip().replaceAll("\\s+", " ");
    }
}
