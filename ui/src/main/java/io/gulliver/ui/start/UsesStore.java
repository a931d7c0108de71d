package io.gulliver.ui.start;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.EnumSet;
import java.util.Set;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Marks beans that are there only in processes whose roles touch the store. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(UsesStore.ByRoles.class)
public @interface UsesStore {
    /** Reads the roles before any bean exists. */
    final class ByRoles implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return roles(context.getEnvironment()).stream().anyMatch(ProcessRole::usesStore);
        }

        static Set<ProcessRole> roles(Environment environment) {
            return Binder.get(environment)
                    .bind("gulliver.roles", Bindable.setOf(ProcessRole.class))
                    .orElse(EnumSet.allOf(ProcessRole.class));
        }
    }
}
