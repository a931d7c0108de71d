package io.gulliver.domain.check;

import org.jspecify.annotations.Nullable;

/**
 * What one check found on one thing.
 *
 * @param check id of the rule, as in the catalogue: {@code LNX-HUGE-01}
 * @param title one line
 * @param area file of the rule: {@code linux}
 * @param severity of a failure; of what did not fail, the one that a failure would have at least
 * @param seen what was looked at, with its values
 * @param wanted what would have passed
 * @param remedy what to do
 * @param source document and basis of the rule
 * @param note which fact is missing, or who waived it until when and why; null else
 */
public record CheckFinding(
        String check,
        String title,
        String area,
        CheckVerdict verdict,
        CheckSeverity severity,
        String seen,
        String wanted,
        String remedy,
        String source,
        @Nullable String note) {

    /** Whether a gate stops for it: failed, heavy, and nobody waived it. */
    public boolean blocking() {
        return verdict == CheckVerdict.FAIL && severity.blocking();
    }

    /** One line for whoever decides. */
    public String told() {
        return check + " " + title + " (" + severity.word() + "): seen " + seen + ", wanted " + wanted;
    }

    /** The same, waived. */
    CheckFinding waived(String why) {
        return new CheckFinding(check, title, area, CheckVerdict.WAIVED, severity, seen, wanted, remedy, source, why);
    }
}
