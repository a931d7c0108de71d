package io.gulliver.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * The test methods of this class are a {@link MatrixSlice matrix}, of which a run takes a slice by the commit's hash; the
 * methods' names are those of the cases. A method that is named by {@code -Dtest=Class#method} runs.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Sliced.Condition.class)
public @interface Sliced {
    /** How many methods a slice has. */
    int value();

    /** Leaves out the methods that are not of the slice. */
    final class Condition implements ExecutionCondition {
        private static final Namespace NAMESPACE = Namespace.create(Sliced.class);

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            Method method = context.getTestMethod().orElse(null);
            if (method == null || System.getProperty("test", "").contains("#")) {
                return ConditionEvaluationResult.enabled("named, or no method");
            }
            return slice(context, method.getDeclaringClass()).contains(method.getName())
                    ? ConditionEvaluationResult.enabled("of this commit's slice")
                    : ConditionEvaluationResult.disabled(
                            "not of this commit's slice; -Dgulliver.case=" + method.getName() + " runs it");
        }

        /** Chosen once for a class, so that it is printed once. */
        @SuppressWarnings("unchecked")
        private static List<String> slice(ExtensionContext context, Class<?> type) {
            return (List<String>) context.getRoot().getStore(NAMESPACE).computeIfAbsent(type, Condition::choose);
        }

        static List<String> choose(Class<?> type) {
            List<String> methods = Stream.of(type.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Test.class))
                    .map(Method::getName)
                    .sorted()
                    .toList();
            return MatrixSlice.of(
                    type.getSimpleName(),
                    methods,
                    name -> name,
                    type.getAnnotation(Sliced.class).value());
        }
    }
}
