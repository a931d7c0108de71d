package io.gulliver.ui.start;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Map;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Marks beans that are there only in processes with the role. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(WithRole.HasRole.class)
public @interface WithRole {
    ProcessRole value();

    /** Reads the roles before any bean exists. */
    final class HasRole implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Map<String, Object> attributes = metadata.getAnnotationAttributes(WithRole.class.getName());
            return attributes != null
                    && UsesStore.ByRoles.roles(context.getEnvironment()).contains(attributes.get("value"));
        }
    }
}
