package io.gulliver.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** A package has a {@code package-info} with its sentence, and is null-marked. */
final class HavePackageSentence {
    private HavePackageSentence() {}

    static ArchCondition<JavaClass> condition() {
        return new ArchCondition<>("lie in a package with a null-marked package-info") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                if (!marked) {
                    events.add(SimpleConditionEvent.violated(
                            type, "Package " + type.getPackageName() + " has no null-marked package-info.java"));
                }
            }
        };
    }
}
