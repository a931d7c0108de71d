package io.gulliver.ui.people;

import io.gulliver.domain.people.Account;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.people.AccountService;
import io.gulliver.service.people.IssuerAccounts;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.OidcSettings;
import io.gulliver.ui.security.People;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Makes and changes people, for page and API alike. */
@Component
public class PeopleEditor {
    private final AccountService accounts;
    private final IssuerAccounts issuers;
    private final People people;
    private final ProgramReader programs;
    private final Words words;
    private final Clock clock;
    private final ObjectProvider<OidcSettings> oidc;

    PeopleEditor(
            AccountService accounts,
            IssuerAccounts issuers,
            People people,
            ProgramReader programs,
            Words words,
            Clock clock,
            ObjectProvider<OidcSettings> oidc) {
        this.oidc = oidc;
        this.accounts = accounts;
        this.issuers = issuers;
        this.people = people;
        this.programs = programs;
        this.words = words;
        this.clock = clock;
    }

    /** The person of this name. */
    public Account require(String name) {
        return accounts.find(name).orElseThrow(() -> Refusal.notFound("problem.person", name));
    }

    /** Makes a person who chooses a password by a link. */
    public Account add(String name, PersonForm form, String by) {
        List<FieldProblem> wrong = wrong(form, name);
        if (!Account.wellNamed(name)) {
            wrong.add(new FieldProblem("/name", words.text("people.name.wrong")));
        }
        throwIf(wrong);
        Account made =
                accounts.add(form.account(name, Account.LOCAL, Account.folded(name), null, 0, clock.instant()), by);
        people.changed();
        return made;
    }

    /** Puts what is said in place of what was said, of the version that was read. */
    public Account change(String name, long version, PersonForm form, String by) {
        Account before = require(name);
        List<FieldProblem> wrong = wrong(form, before.name());
        PersonForm said = PersonForm.of(before);
        if (claimed(before)
                && !(form.rights().equals(said.rights()) && form.functions().equals(said.functions()))) {
            wrong.add(new FieldProblem("/rights", words.text("people.claimed", before.issuer())));
        }
        throwIf(wrong);
        try {
            Account after = accounts.change(
                    form.account(before.name(), before.issuer(), before.subject(), before, version, clock.instant()),
                    by);
            people.changed();
            return after;
        } catch (StaleVersionException faster) {
            throw Refusal.precondition(
                    HttpStatus.PRECONDITION_FAILED,
                    "problem.version",
                    faster.stored(),
                    String.valueOf(faster.getMessage()));
        }
    }

    /** Lets the person in by the identity provider of the settings alone. */
    public Account bind(String name, String subject, String by) {
        OidcSettings settings = oidc.getIfAvailable();
        Account after = issuers.bind(require(name).name(), settings == null ? null : settings.provider(), subject, by);
        people.changed();
        return after;
    }

    /** Takes the person from an identity provider: a link for a password comes next. */
    public Account unbind(String name, String by) {
        Account after = issuers.unbind(require(name).name(), by);
        people.changed();
        return after;
    }

    /** The identity provider of the settings, or null. */
    public @Nullable String issuer() {
        OidcSettings settings = oidc.getIfAvailable();
        return settings == null ? null : settings.issuer();
    }

    /** Whether rights and functions of the account are what an identity provider says at each log-in. */
    public boolean claimed(Account account) {
        OidcSettings settings = oidc.getIfAvailable();
        return settings != null && settings.rules(account);
    }

    private List<FieldProblem> wrong(PersonForm form, String name) {
        List<FieldProblem> wrong = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < form.rights().size(); i++) {
            String program = form.rights().get(i).program();
            program("/rights/" + i + "/program", program, wrong);
            if (!seen.add(program)) {
                wrong.add(new FieldProblem("/rights/" + i, words.text("people.twice", program)));
            }
        }
        seen.clear();
        for (int i = 0; i < form.functions().size(); i++) {
            PersonForm.FunctionLine line = form.functions().get(i);
            program("/functions/" + i + "/program", line.program(), wrong);
            if (!seen.add(line.program() + " " + line.function())) {
                wrong.add(new FieldProblem("/functions/" + i, words.text("people.twice", line.program())));
            }
        }
        seen.clear();
        for (int i = 0; i < form.deputies().size(); i++) {
            PersonForm.DeputyLine line = form.deputies().get(i);
            String deputy = accounts.find(line.name()).map(Account::name).orElse("");
            if (deputy.isEmpty()
                    || !deputy.equals(line.name())
                    || deputy.equals(name)
                    || !line.endsAt().isAfter(line.startsAt())
                    || !seen.add(deputy)) {
                wrong.add(new FieldProblem("/deputies/" + i, words.text("people.deputy.wrong", line.name())));
            }
        }
        return wrong;
    }

    private void program(String at, String program, List<FieldProblem> wrong) {
        if (!program.equals(Account.EVERY) && programs.find(program).isEmpty()) {
            wrong.add(new FieldProblem(at, words.text("people.program.unknown", program)));
        }
    }

    private static void throwIf(List<FieldProblem> wrong) {
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
    }
}
