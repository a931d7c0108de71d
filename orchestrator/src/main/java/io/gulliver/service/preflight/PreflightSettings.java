package io.gulliver.service.preflight;

import io.gulliver.assessment.preflight.PreflightFacts.Installation;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the settings of this process say of what must be there before a first real migration.
 *
 * @param installation that they describe
 * @param unreadable secrets that this process needs and cannot read now, each in a sentence
 */
public record PreflightSettings(Installation installation, Supplier<List<String>> unreadable) {}
