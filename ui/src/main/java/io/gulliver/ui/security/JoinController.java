package io.gulliver.ui.security;

import io.gulliver.persistence.RefusedException;
import io.gulliver.service.people.AccountService;
import io.gulliver.ui.person.OpenTo;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** What a one-time link leads to: the first administrator is made, or a person chooses a password. */
@Controller
class JoinController {
    private final AccountService accounts;
    private final People people;

    JoinController(AccountService accounts, People people) {
        this.accounts = accounts;
        this.people = people;
    }

    @OpenTo(strangers = true)
    @GetMapping("/join")
    String join(@RequestParam(defaultValue = "") String token, Model model) {
        accounts.link(token)
                .ifPresentOrElse(
                        link -> {
                            model.addAttribute("token", token);
                            model.addAttribute("whose", link.name());
                        },
                        () -> model.addAttribute("over", true));
        return "login/join";
    }

    @OpenTo(strangers = true)
    @PostMapping("/join")
    String joined(
            @RequestParam(defaultValue = "") String token,
            @RequestParam(defaultValue = "") String name,
            @RequestParam(defaultValue = "") String title,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(defaultValue = "") String again,
            HttpServletResponse response,
            Model model) {
        String whose = accounts.link(token).map(link -> link.name()).orElse(null);
        if (password.equals(again)) {
            try {
                if (whose == null) {
                    accounts.first(token, name.strip(), title.isBlank() ? name.strip() : title.strip(), password);
                } else {
                    accounts.choose(token, password);
                }
                people.changed();
                return "redirect:/login?joined";
            } catch (RefusedException | IllegalArgumentException refused) {
                model.addAttribute("why", refused.getMessage());
            }
        } else {
            model.addAttribute("differs", true);
        }
        response.setStatus(422);
        model.addAttribute("token", token);
        model.addAttribute("whose", whose);
        model.addAttribute("name", name);
        model.addAttribute("title", title);
        return "login/join";
    }
}
