package io.gulliver.adapter.oracle.real;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/** A suite for real Oracle databases: runs wherever a Docker engine is, and is skipped with one message elsewhere. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("real-oracle")
@ExtendWith({RealOracle.Engine.class, MetExtension.class})
public @interface RealOracle {

    /** Asks for the engine once a JVM. */
    final class Engine implements ExecutionCondition {
        private static final String MESSAGE =
                "No Docker engine answers here: suites for real Oracle databases are skipped, see docs/oracle-real.md.";

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return DockerClientFactory.instance().isDockerAvailable()
                    ? ConditionEvaluationResult.enabled("A Docker engine answers")
                    : ConditionEvaluationResult.disabled(MESSAGE);
        }
    }
}
