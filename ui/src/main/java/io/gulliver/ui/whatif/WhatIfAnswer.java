package io.gulliver.ui.whatif;

import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.TargetProposal;
import io.gulliver.ui.frame.Figure;
import io.gulliver.ui.frame.Sentence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the page answers.
 *
 * @param lead the result in one sentence
 * @param more further sentences of the result
 * @param figures with how they were found, the result first
 * @param steps of a choice that was made row by row
 * @param warnings what needs care
 * @param methods judged and ranked, null for figures
 * @param target proposed, null for figures
 */
record WhatIfAnswer(
        Sentence lead,
        List<Sentence> more,
        List<Figure> figures,
        List<String> steps,
        List<String> warnings,
        @Nullable MethodAssessment methods,
        @Nullable TargetProposal target) {
    WhatIfAnswer {
        more = List.copyOf(more);
        figures = List.copyOf(figures);
        steps = List.copyOf(steps);
        warnings = List.copyOf(warnings);
    }

    static WhatIfAnswer figures(
            Sentence lead, List<Sentence> more, List<Figure> figures, List<String> steps, List<String> warnings) {
        return new WhatIfAnswer(lead, more, figures, steps, warnings, null, null);
    }
}
