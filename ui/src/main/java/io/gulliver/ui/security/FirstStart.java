package io.gulliver.ui.security;

import io.gulliver.service.people.AccountService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** As long as nobody is there, each start says where the first administrator is made. */
@Component
class FirstStart {
    private static final Logger LOG = LoggerFactory.getLogger(FirstStart.class);

    private final AccountService accounts;
    private final String address;
    private final boolean tls;
    private final boolean lab;

    FirstStart(
            AccountService accounts,
            @Value("${server.address:127.0.0.1}") String address,
            @Value("${gulliver.web.certificate:}") String certificate,
            @Value("${gulliver.lab.users:false}") boolean lab) {
        this.accounts = accounts;
        this.address = address;
        this.tls = !certificate.isBlank();
        this.lab = lab;
    }

    @EventListener
    void started(WebServerInitializedEvent event) {
        // the lab's people may look around; the port of health and metrics is no door
        if (lab || event.getApplicationContext().getServerNamespace() != null) {
            return;
        }
        accounts.firstLink()
                .ifPresent(token -> LOG.warn(
                        "Nobody can log in yet. Make the first administrator within {} hours at {}/join?token={}"
                                + " (this link works once; a restart shows another)",
                        AccountService.LINK.toHours(),
                        BaseAddress.of(address, tls, event.getWebServer().getPort()),
                        token));
    }
}
