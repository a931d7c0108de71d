package io.gulliver.playbook.expression;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a condition may name, with types.
 *
 * @param facts by name; dots group them ({@code source.size_gb} is {@code facts.source.size_gb})
 * @param optionalFacts names of facts that may be missing
 * @param params by name
 * @param steps outputs of the steps that come before, by step id
 * @param outputs the step's own outputs of its last run ({@code outputs.x}), or null where there are none
 * @param item whether {@code item} is known
 */
public record Variables(
        SortedMap<String, ValueType> facts,
        SortedSet<String> optionalFacts,
        SortedMap<String, ValueType> params,
        SortedMap<String, StepOutputs> steps,
        @Nullable SortedMap<String, ValueType> outputs,
        boolean item) {

    /**
     * The outputs of one step.
     *
     * @param types by name
     * @param byItem whether the step fans out: then its outputs are under {@code items["x"]}
     */
    public record StepOutputs(SortedMap<String, ValueType> types, boolean byItem) {
        public StepOutputs {
            types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
        }
    }

    public Variables {
        facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
        optionalFacts = Collections.unmodifiableSortedSet(new TreeSet<>(optionalFacts));
        params = Collections.unmodifiableSortedMap(new TreeMap<>(params));
        steps = Collections.unmodifiableSortedMap(new TreeMap<>(steps));
        outputs = outputs == null ? null : Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    }

    /**
     * The values behind the variables, not yet brought to their types.
     *
     * @param facts by name as declared
     * @param params by name
     * @param steps outputs by step id; of a fanned-out step {@code items} → item → outputs
     * @param outputs the step's own outputs of its last run
     * @param item the fan-out item, or null
     * @param iteration of a repeating step, from 1
     */
    public record Values(
            Map<String, Object> facts,
            Map<String, Object> params,
            Map<String, Map<String, Object>> steps,
            Map<String, Object> outputs,
            @Nullable String item,
            int iteration) {
        public Values {
            facts = new LinkedHashMap<>(facts);
            params = new LinkedHashMap<>(params);
            steps = new LinkedHashMap<>(steps);
            outputs = new LinkedHashMap<>(outputs);
        }
    }
}
