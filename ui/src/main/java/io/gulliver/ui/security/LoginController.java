package io.gulliver.ui.security;

import io.gulliver.ui.person.OpenTo;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The log-in form. */
@Controller
class LoginController {
    @OpenTo(strangers = true)
    @GetMapping("/login")
    String login() {
        return "login/login";
    }
}
