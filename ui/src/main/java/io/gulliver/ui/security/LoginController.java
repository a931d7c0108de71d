package io.gulliver.ui.security;

import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The log-in form, and the way to the identity provider where one is named. */
@Controller
class LoginController {
    private final ObjectProvider<OidcSettings> oidc;
    private final Words words;

    LoginController(ObjectProvider<OidcSettings> oidc, Words words) {
        this.words = words;
        this.oidc = oidc;
    }

    @OpenTo(strangers = true)
    @GetMapping("/login")
    String login(@RequestParam(defaultValue = "") String issuer, Model model) {
        oidc.ifAvailable(settings -> {
            model.addAttribute("issuer", settings.shown());
            model.addAttribute("issuerPath", OidcLogin.BEGINS);
            OidcTrouble.of(issuer)
                    .ifPresent(trouble -> model.addAttribute(
                            "trouble", words.text("login.issuer." + trouble.word(), settings.shown())));
        });
        return "login/login";
    }
}
