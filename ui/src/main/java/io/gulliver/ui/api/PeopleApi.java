package io.gulliver.ui.api;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.AccountToken;
import io.gulliver.service.people.AccountService;
import io.gulliver.ui.people.PeopleEditor;
import io.gulliver.ui.people.PersonForm;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.OpenToAdministrators;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.security.RoleGate;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** People and tokens. A token itself is made on the page, where it is shown once: no call can make a longer-lived key. */
@RestController
@RequestMapping("/api/v1")
class PeopleApi {
    private final AccountService accounts;
    private final PeopleEditor editor;

    PeopleApi(AccountService accounts, PeopleEditor editor) {
        this.accounts = accounts;
        this.editor = editor;
    }

    /** A person with what the person may do. */
    record PersonBody(String name, String issuer, String subject, long version, PersonForm person) {
        static PersonBody of(Account account) {
            return new PersonBody(
                    account.name(), account.issuer(), account.subject(), account.version(), PersonForm.of(account));
        }
    }

    /** A new person. */
    record NewPerson(
            @NotBlank(message = "{form.needed}") String name,
            @NotNull @Valid PersonForm person) {}

    /** The path of a one-time link, below the address of this installation. */
    record LinkBody(String path) {}

    @OpenToAdministrators
    @GetMapping("/people")
    PageBody<PersonBody> people() {
        return new PageBody<>(accounts.list().stream().map(PersonBody::of).toList(), null);
    }

    @OpenToAdministrators
    @GetMapping("/people/{name}")
    ResponseEntity<PersonBody> person(@PathVariable String name) {
        return withTag(editor.require(name));
    }

    @OpenToAdministrators
    @PostMapping("/people")
    ResponseEntity<PersonBody> add(
            @RequestHeader("Idempotency-Key") String idempotencyKey, @Valid @RequestBody NewPerson wanted) {
        Account made = editor.add(
                wanted.name().strip(), wanted.person(), Person.current().name());
        return ResponseEntity.status(HttpStatus.CREATED)
                .eTag(Etag.of(made.version()))
                .body(PersonBody.of(made));
    }

    @OpenToAdministrators
    @PutMapping("/people/{name}")
    ResponseEntity<PersonBody> change(
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @Valid @RequestBody PersonForm person) {
        return withTag(editor.change(
                name, Etag.required(ifMatch), person, Person.current().name()));
    }

    private static ResponseEntity<PersonBody> withTag(Account account) {
        return ResponseEntity.ok().eTag(Etag.of(account.version())).body(PersonBody.of(account));
    }

    /** A link by which the person chooses a password: it is given once, and those before it are over. */
    @OpenToAdministrators
    @PutMapping("/people/{name}/link")
    LinkBody link(@PathVariable String name) {
        return new LinkBody("/join?token="
                + accounts.resetLink(
                        editor.require(name).name(), Person.current().name()));
    }

    /** As whom the identity provider knows a person. */
    record SubjectBody(
            @NotBlank(message = "{form.needed}") @Size(max = 255, message = "{form.long}")
            String subject) {}

    /** From now on the person logs in by the identity provider alone; the name and what it holds stay. */
    @OpenToAdministrators
    @PutMapping("/people/{name}/subject")
    ResponseEntity<PersonBody> bind(@PathVariable String name, @Valid @RequestBody SubjectBody wanted) {
        return withTag(editor.bind(name, wanted.subject(), Person.current().name()));
    }

    /** From now on the person has a password here, chosen by a link. */
    @OpenToAdministrators
    @DeleteMapping("/people/{name}/subject")
    ResponseEntity<PersonBody> unbind(@PathVariable String name) {
        return withTag(editor.unbind(name, Person.current().name()));
    }

    /** One's own tokens; an administrator's call lists everybody's. */
    @OpenTo(everybody = true)
    @GetMapping("/tokens")
    PageBody<AccountToken> tokens() {
        return new PageBody<>(accounts.tokens(whose()), null);
    }

    /** Ends a token at once; each token may end itself. */
    @OpenTo(everybody = true, token = Right.READ)
    @PostMapping("/tokens/{id}/revoke")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revoke(@PathVariable String id, @RequestHeader("Idempotency-Key") String idempotencyKey) {
        AccountToken by = Person.current().token();
        if (by != null && !by.id().equals(id)) {
            RoleGate.ofItsPerson(by);
        }
        accounts.revoke(id, whose(), Person.current().name());
    }

    /** Null for everybody's. */
    private static @Nullable String whose() {
        Person person = Person.current();
        return person.administrator() ? null : person.name();
    }
}
