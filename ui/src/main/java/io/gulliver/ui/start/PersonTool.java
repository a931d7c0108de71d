package io.gulliver.ui.start;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.console.PeopleConsole;
import io.gulliver.service.console.PeopleConsole.Given;
import io.gulliver.service.console.PeopleConsole.GivenFunction;
import io.gulliver.service.console.PeopleConsole.GivenRight;
import io.gulliver.service.people.AccountService;
import io.gulliver.service.people.IssuerAccounts;
import io.gulliver.ui.security.BaseAddress;
import io.gulliver.ui.security.OidcSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * {@code ./gulliver person}: people of the store that the settings name, on the machine of the server. A server may run on
 * the store, and hears of it within seconds.
 */
public final class PersonTool {
    /** What {@code ./gulliver person help} says. */
    static final String USAGE = """
            Usage: ./gulliver person list
                   ./gulliver person add NAME [--title T] [--email E] [what is given]
                   ./gulliver person grant NAME [what is given]
                   ./gulliver person link NAME     a link to choose a new password by; shown this once, for 24 hours
                   ./gulliver person bind NAME SUBJECT   logs in by the identity provider alone, as this subject (claim sub)
                   ./gulliver person unbind NAME   has a password here again, by a link
                   ./gulliver person close NAME    nobody logs in by this name any more; the audit record keeps it

            What is given:
              --administrator               makes programs and people
              --right RIGHT[@PROGRAM]       %s; in every program without @PROGRAM
              --function FUNCTION[@PROGRAM] %s
            Rights and functions may be said several times. Take them away, or set an end, on the page of the person.

            For all: --data DIR, and settings as the server takes them (--gulliver.store.url=...). The store is that of
            DIR/gulliver.yml; a server may run on it. What is done is in the audit record as console:USER.""".formatted(
                    Arrays.stream(Right.values())
                            .filter(right -> right != Right.NONE)
                            .map(PersonTool::word)
                            .collect(Collectors.joining(", ")),
                    Arrays.stream(Function.values()).map(Function::key).collect(Collectors.joining(", ")));

    private static final List<String> VERBS = List.of("list", "add", "grant", "link", "bind", "unbind", "close");

    private PersonTool() {}

    /** What was typed cannot be done. */
    static final class WrongWords extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WrongWords(String message) {
            super(message);
        }
    }

    /**
     * What was typed.
     *
     * @param verb one of {@link #VERBS}
     * @param name of the person; empty for list
     * @param subject at the identity provider; empty but for bind
     */
    record Words(
            String verb,
            String name,
            String subject,
            @Nullable String title,
            @Nullable String email,
            Given given) {}

    /** @param arguments a verb with its words, and settings among them */
    public static void main(String[] arguments) {
        List<String> settings = new ArrayList<>();
        List<String> typed = new ArrayList<>();
        for (String argument : arguments) {
            (argument.matches("--(gulliver|spring|server|management|logging)\\..*") ? settings : typed).add(argument);
        }
        if (typed.equals(List.of("help"))) {
            System.out.println(USAGE);
            return;
        }
        Words words;
        try {
            words = parse(typed);
        } catch (WrongWords wrong) {
            System.err.println("gulliver: " + wrong.getMessage() + " './gulliver person help' says more.");
            System.exit(2);
            return;
        }
        int code = SettingsTool.run(settings.toArray(String[]::new), context -> run(words, context), System.err);
        if (code != 0) {
            System.exit(code);
        }
    }

    private static void run(Words words, ConfigurableApplicationContext context) {
        GulliverSettings read = context.getBean(GulliverSettings.class);
        try (PeopleConsole console = PeopleConsole.open(
                SettingsTool.store(read, context.getBean(SecretSource.class)),
                System.getProperty("user.name", ""),
                Clock.systemUTC())) {
            OidcSettings oidc = read.web().oidc();
            run(
                    words,
                    console,
                    oidc == null ? null : oidc.provider(),
                    base(read, context.getEnvironment()),
                    System.out);
        }
    }

    static Words parse(List<String> typed) {
        String verb = typed.isEmpty() ? "" : typed.get(0);
        if (!VERBS.contains(verb)) {
            String all = String.join(", ", VERBS) + ".";
            throw new WrongWords(
                    verb.isEmpty()
                            ? "person wants a verb, one of " + all
                            : "person has no verb '" + verb + "', but " + all);
        }
        List<String> names = new ArrayList<>();
        String title = null;
        String email = null;
        boolean administrator = false;
        List<GivenRight> rights = new ArrayList<>();
        List<GivenFunction> functions = new ArrayList<>();
        for (int i = 1; i < typed.size(); i++) {
            String word = typed.get(i);
            if (!word.startsWith("--")) {
                names.add(word);
                continue;
            }
            int equals = word.indexOf('=');
            String option = equals < 0 ? word : word.substring(0, equals);
            boolean gives = verb.equals("add") || verb.equals("grant");
            if (option.equals("--administrator") && gives && equals < 0) {
                administrator = true;
                continue;
            }
            boolean known = option.equals("--data")
                    || gives && List.of("--right", "--function").contains(option)
                    || verb.equals("add") && List.of("--title", "--email").contains(option);
            if (!known) {
                throw new WrongWords("person " + verb + " does not know '" + option + "'.");
            }
            if (equals < 0 && ++i >= typed.size()) {
                throw new WrongWords(option + " wants a value behind it.");
            }
            String value = equals < 0 ? typed.get(i) : word.substring(equals + 1);
            switch (option) {
                case "--title" -> title = value;
                case "--email" -> email = value;
                case "--right" -> rights.add(new GivenRight(right(before(value)), program(value)));
                case "--function" -> functions.add(new GivenFunction(function(before(value)), program(value)));
                default -> {
                    // --data: the launcher has made a setting of it
                }
            }
        }
        int wanted = verb.equals("list") ? 0 : verb.equals("bind") ? 2 : 1;
        if (names.size() != wanted) {
            throw new WrongWords(
                    wanted == 0
                            ? "person list takes no name."
                            : "person " + verb + " wants "
                                    + (wanted == 1 ? "one name" : "a name and a subject of the identity provider")
                                    + ", and got " + names.size() + "; a name with spaces stands in quotes.");
        }
        return new Words(
                verb,
                names.isEmpty() ? "" : names.get(0),
                wanted == 2 ? names.get(1) : "",
                title,
                email,
                new Given(administrator, rights, functions));
    }

    private static void run(
            Words words,
            PeopleConsole console,
            IssuerAccounts.@Nullable Provider provider,
            String base,
            PrintStream out) {
        switch (words.verb()) {
            case "list" -> list(console, out);
            case "add" -> {
                PeopleConsole.Linked made = console.add(words.name(), words.title(), words.email(), words.given());
                out.println("Added " + made.account().name() + ": " + holds(made.account()) + ".");
                link(made, base, out);
            }
            case "grant" -> {
                Account after = console.grant(words.name(), words.given());
                out.println(after.name() + " has now: " + holds(after) + ".");
            }
            case "link" -> link(console.link(words.name()), base, out);
            case "bind" -> {
                Account after = console.bind(words.name(), provider, words.subject());
                out.println(after.name() + " logs in by " + after.issuer() + " alone now, as subject " + after.subject()
                        + ". The password and open log-ins are over.");
            }
            case "unbind" -> {
                PeopleConsole.Linked after = console.unbind(words.name());
                out.println(after.account().name() + " is known here again; open log-ins are over.");
                link(after, base, out);
            }
            default ->
                out.println("Closed " + console.close(words.name()).name()
                        + ": nobody logs in by this name any more, and open log-ins end within seconds.");
        }
    }

    private static void link(PeopleConsole.Linked made, String base, PrintStream out) {
        out.println("Whoever opens this link chooses the password of "
                + made.account().name() + ". It is shown this once, works once, for " + AccountService.LINK.toHours()
                + " hours:\n" + base + "/join?token=" + made.token());
    }

    private static void list(PeopleConsole console, PrintStream out) {
        List<Account> all = console.list();
        if (all.isEmpty()) {
            out.println(
                    "Nobody is there yet. The server's log shows a link for the first administrator at its start, or:"
                            + " ./gulliver person add NAME --administrator");
            return;
        }
        int width = all.stream().mapToInt(one -> one.name().length()).max().orElse(0);
        for (Account one : all) {
            String state = one.issuer().equals(Account.LAB)
                    ? "of the lab"
                    : one.disabledAt() != null
                            ? "closed since "
                                    + one.disabledAt().atOffset(ZoneOffset.UTC).toLocalDate()
                            : console.opens(one) ? "may log in" : "ended";
            out.println(one.name() + " ".repeat(width - one.name().length()) + "  " + state + "; " + holds(one));
        }
    }

    /** For example {@code administrator; decide; read in atlas; dba, approver in atlas}. */
    private static String holds(Account account) {
        List<String> parts = new ArrayList<>();
        if (account.administrator()) {
            parts.add("administrator");
        }
        account.rights().forEach(held -> parts.add(word(held.right()) + in(held.program())));
        account.functions().forEach(held -> parts.add(held.function().key() + in(held.program())));
        return parts.isEmpty() ? "no right and no function" : String.join(", ", parts);
    }

    private static String in(String program) {
        return program.equals(Account.EVERY) ? "" : "@" + program;
    }

    private static String before(String value) {
        int at = value.indexOf('@');
        return at < 0 ? value : value.substring(0, at);
    }

    private static String program(String value) {
        int at = value.indexOf('@');
        return at < 0 ? Account.EVERY : value.substring(at + 1);
    }

    private static Right right(String word) {
        return Arrays.stream(Right.values())
                .filter(right -> right != Right.NONE && word(right).equals(word))
                .findFirst()
                .orElseThrow(() -> new WrongWords("'" + word + "' is no right: "
                        + words(Arrays.stream(Right.values())
                                .filter(right -> right != Right.NONE)
                                .map(PersonTool::word))
                        + "."));
    }

    private static Function function(String word) {
        return Function.of(word)
                .orElseThrow(() -> new WrongWords("'" + word + "' is no function: "
                        + words(Arrays.stream(Function.values()).map(Function::key)) + "."));
    }

    private static String words(Stream<String> all) {
        return "there are " + all.collect(Collectors.joining(", "));
    }

    private static String word(Right right) {
        return right.name().toLowerCase(Locale.ROOT);
    }

    /** Where people reach the pages: as the operator says it, as the server that runs says it, or as settings would have it. */
    private static String base(GulliverSettings settings, Environment given) {
        if (settings.notices() != null) {
            return settings.notices().address().toString().replaceFirst("/+$", "");
        }
        try {
            return Files.readString(PagesAddress.file(settings.data())).strip();
        } catch (IOException notThere) {
            return BaseAddress.of(
                    given.getProperty("server.address", "127.0.0.1"),
                    settings.web().certificate() != null,
                    given.getProperty("server.port", Integer.class, 8080));
        }
    }
}
