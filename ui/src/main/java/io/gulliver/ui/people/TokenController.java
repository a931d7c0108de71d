package io.gulliver.ui.people;

import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.AccountToken;
import io.gulliver.service.people.AccountService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** One's own tokens; an administrator sees and ends everybody's. */
@Controller
class TokenController {
    private final AccountService accounts;
    private final Words words;

    TokenController(AccountService accounts, Words words) {
        this.accounts = accounts;
        this.words = words;
    }

    @OpenTo(everybody = true)
    @GetMapping("/tokens")
    String tokens(Model model) {
        List<AccountToken> rows = accounts.tokens(whose());
        Instant now = Instant.now();
        model.addAttribute("rows", rows);
        model.addAttribute("now", now);
        model.addAttribute("rightNames", List.of(Right.READ, Right.WORK, Right.DECIDE, Right.ADMINISTER));
        model.addAttribute(
                "lead",
                words.sentence(
                        "tokens.lead",
                        rows.stream()
                                .filter(one ->
                                        one.revokedAt() == null && one.endsAt().isAfter(now))
                                .count()));
        return "people/tokens";
    }

    @OpenTo(everybody = true)
    @PostMapping("/tokens")
    String make(
            @RequestParam(defaultValue = "") String title,
            @RequestParam(defaultValue = "READ") Right most,
            @RequestParam(defaultValue = "") String programs,
            @RequestParam(defaultValue = "30") int days,
            Model model) {
        AccountService.Made made = accounts.makeToken(
                Person.current().name(),
                title,
                most,
                Arrays.stream(programs.split("[,\\s]+"))
                        .filter(one -> !one.isEmpty())
                        .toList(),
                Instant.now().plus(Duration.ofDays(days)));
        // in this answer and nowhere else: what waits for the next page lies in the store
        model.addAttribute("secret", made.secret());
        return tokens(model);
    }

    @OpenTo(everybody = true)
    @PostMapping("/tokens/{id}/revoke")
    String revoke(@PathVariable String id, RedirectAttributes flash) {
        accounts.revoke(id, whose(), Person.current().name());
        flash.addFlashAttribute("said", words.text("tokens.revoked", id));
        return "redirect:/tokens";
    }

    /** Null for everybody's. */
    private static @Nullable String whose() {
        Person person = Person.current();
        return person.administrator() ? null : person.name();
    }
}
