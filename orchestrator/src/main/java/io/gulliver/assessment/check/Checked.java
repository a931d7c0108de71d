package io.gulliver.assessment.check;

import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckRun;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.domain.check.CheckWaiver;
import java.util.List;

/** What was found on one thing, under the waivers of today. */
public record Checked(CheckRun run, List<CheckWaiver> waivers) {
    public Checked {
        waivers = List.copyOf(waivers);
    }

    /** Findings that a gate stops for. */
    public List<CheckFinding> blocking() {
        return run.findings().stream().filter(CheckFinding::blocking).toList();
    }

    /** How many findings have this verdict. */
    public long count(CheckVerdict verdict) {
        return run.findings().stream()
                .filter(finding -> finding.verdict() == verdict)
                .count();
    }
}
