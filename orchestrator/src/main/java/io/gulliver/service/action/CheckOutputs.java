package io.gulliver.service.action;

import io.gulliver.assessment.check.Checked;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a step of tuning checks gives to the steps after it. */
final class CheckOutputs {
    private CheckOutputs() {}

    /**
     * {@code blocking}, {@code failed} (one line each), {@code not_measured} (ids) and {@code told}.
     *
     * @param what was looked at, as the first words of what is told
     */
    static StepResult of(String what, List<Checked> checked) {
        List<String> blocking = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        List<String> unmeasured = new ArrayList<>();
        for (Checked one : checked) {
            String subject = one.run().subject().toString();
            for (CheckFinding finding : one.run().findings()) {
                if (finding.blocking()) {
                    blocking.add(subject + ": " + finding.told());
                } else if (finding.verdict() == CheckVerdict.FAIL) {
                    failed.add(subject + ": " + finding.told());
                } else if (finding.verdict() == CheckVerdict.NOT_MEASURED) {
                    unmeasured.add(finding.check() + " of " + subject);
                }
            }
        }
        String told = what + ": " + count(checked, CheckVerdict.PASS) + " passed, " + count(checked, CheckVerdict.FAIL)
                + " failed, " + count(checked, CheckVerdict.WAIVED) + " waived, "
                + count(checked, CheckVerdict.NOT_MEASURED) + " not measured"
                + (blocking.isEmpty() ? "" : ". Blocking:\n- " + String.join("\n- ", blocking));
        Map<String, Object> outputs = new TreeMap<>();
        outputs.put("blocking", blocking);
        outputs.put("failed", failed);
        outputs.put("not_measured", unmeasured);
        outputs.put("told", told);
        return StepResult.done(outputs, told);
    }

    private static long count(List<Checked> checked, CheckVerdict verdict) {
        return checked.stream().mapToLong(one -> one.count(verdict)).sum();
    }
}
