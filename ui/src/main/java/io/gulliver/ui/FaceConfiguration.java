package io.gulliver.ui;

import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.PropertySource;

/**
 * The face as one import: pages, API and security. Needs a clock, the stores and the readers that pages declare
 * ({@code ProgramViews}, {@code DatabaseGridReader} …).
 */
@Configuration(proxyBeanMethods = false)
@PropertySource("classpath:face-defaults.properties")
@ComponentScan({
    "io.gulliver.ui.export",
    "io.gulliver.ui.find",
    "io.gulliver.ui.frame",
    "io.gulliver.ui.security",
    "io.gulliver.ui.problem",
    "io.gulliver.ui.program",
    "io.gulliver.ui.databases",
    "io.gulliver.ui.inventory",
    "io.gulliver.ui.access",
    "io.gulliver.ui.database",
    "io.gulliver.ui.server",
    "io.gulliver.ui.tasks",
    "io.gulliver.ui.plan",
    "io.gulliver.ui.risks",
    "io.gulliver.ui.audit",
    "io.gulliver.ui.people",
    "io.gulliver.ui.session",
    "io.gulliver.ui.settings",
    "io.gulliver.ui.live",
    "io.gulliver.ui.command",
    "io.gulliver.ui.whatif",
    "io.gulliver.ui.assessment",
    "io.gulliver.ui.paper",
    "io.gulliver.ui.report",
    "io.gulliver.ui.api"
})
public class FaceConfiguration {}
