package io.gulliver.ui.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Tells each page how long the log-in still lasts, so that its end is announced there. */
@ControllerAdvice(annotations = Controller.class)
class SessionAdvice {
    private final OpenSessions sessions;

    SessionAdvice(OpenSessions sessions) {
        this.sessions = sessions;
    }

    @ModelAttribute
    void sessionLeft(HttpServletRequest request, Model model) {
        sessions.left(request).ifPresent(left -> model.addAttribute("sessionLeft", left));
    }
}
