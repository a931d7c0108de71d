package io.gulliver.ui.frame;

import java.util.Locale;
import java.util.Objects;
import org.springframework.context.MessageSource;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.stereotype.Component;

/** Every word that pages and problem details show, from {@code messages.properties}. */
@Component
public class Words {
    private final MessageSource source;

    Words(MessageSource source) {
        this.source = source;
    }

    /** The words without a Spring context: for filters that run outside it and for tests. */
    public static Words standalone() {
        ResourceBundleMessageSource source = new ResourceBundleMessageSource();
        source.setBasename("messages");
        source.setDefaultEncoding("UTF-8");
        source.setAlwaysUseMessageFormat(true);
        return new Words(source);
    }

    /**
     * The text of a key.
     *
     * @throws org.springframework.context.NoSuchMessageException for an unknown key: a missing word is a bug
     */
    public String text(String key, Object... arguments) {
        return source.getMessage(key, arguments, Locale.ENGLISH);
    }

    /** The text of a key as a sentence with emphasis; arguments cannot bring emphasis of their own. */
    public Sentence sentence(String key, Object... arguments) {
        Object[] plain = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            plain[i] = arguments[i] instanceof String text
                    ? text.replace("**", "* *").replace("!!", "! !")
                    : arguments[i];
        }
        return Sentence.parse(source.getMessage(key, plain, Locale.ENGLISH));
    }

    /** What a playbook's author wrote for people; {@code **} and {@code !!} set emphasis there too. */
    public Sentence told(String text) {
        // lines end where the author's editor ended them; only an empty line parts paragraphs
        return Sentence.parse(text.strip().replaceAll("(?<!\\n)[ \\t]*\\n(?!\\n)", " "));
    }

    /** A role as people say it; a role that only a playbook knows is shown as the playbook writes it. */
    public String role(String key) {
        return Objects.requireNonNullElse(source.getMessage("role." + key, null, key, Locale.ENGLISH), key);
    }

    /** An environment as people say it. */
    public String environment(String key) {
        return Objects.requireNonNullElse(source.getMessage("environment." + key, null, key, Locale.ENGLISH), key);
    }

    /** A method as people say it. */
    public String method(String key) {
        String name = switch (key) {
            // planners, rules and playbooks name these two differently
            case "DATA_PUMP_NETWORK_LINK", "network-link" -> "data-pump-link";
            case "XTTS_INCREMENTAL" -> "xtts";
            default -> key.toLowerCase(Locale.ROOT).replace('_', '-');
        };
        return Objects.requireNonNullElse(source.getMessage("method." + name, null, key, Locale.ENGLISH), key);
    }

    /** A measure over time as people say it; one that nobody has named is shown by the name of its fact. */
    public String trace(String name) {
        return Objects.requireNonNullElse(
                source.getMessage("trace." + name.replace('.', '-'), null, name, Locale.ENGLISH), name);
    }
}
