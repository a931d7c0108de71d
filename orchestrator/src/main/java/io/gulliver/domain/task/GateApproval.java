package io.gulliver.domain.task;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One person's word on a gate.
 *
 * @param task the gate's open task
 * @param commandId the command that said it
 * @param subject the person
 * @param name the person's name
 * @param approved false when rejected
 * @param evidenceHash what was on the screen, or null
 * @param reason typed, or null
 * @param at when
 */
public record GateApproval(
        String task,
        String commandId,
        String subject,
        String name,
        boolean approved,
        @Nullable String evidenceHash,
        @Nullable String reason,
        Instant at) {}
