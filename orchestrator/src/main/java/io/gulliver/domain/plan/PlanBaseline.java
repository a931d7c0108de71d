package io.gulliver.domain.plan;

import java.time.Instant;

/**
 * One agreement on a plan. The last one is in force; those before it stay as they were.
 *
 * @param number counts a program's agreements from 1
 * @param reason on what it was agreed
 * @param by who agreed
 * @param at when
 */
public record PlanBaseline(int number, String reason, String by, Instant at) {}
