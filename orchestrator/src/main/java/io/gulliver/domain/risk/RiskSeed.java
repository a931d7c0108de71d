package io.gulliver.domain.risk;

/**
 * A risk that migrations like these have met before, to start a register from.
 *
 * @param id in the catalogue of seeds
 * @param cause why
 * @param event what may happen
 * @param effect what it would do
 * @param probability 1 to 5, judged
 * @param impact 1 to 5, judged
 * @param mitigation what is done about it
 * @param indicator early sign
 * @param source document it was met in, as {@code docs/domain/sources.md} names it
 * @param happened whether it came true there
 */
public record RiskSeed(
        String id,
        String cause,
        String event,
        String effect,
        int probability,
        int impact,
        String mitigation,
        String indicator,
        String source,
        boolean happened) {}
