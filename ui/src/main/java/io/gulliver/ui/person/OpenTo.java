package io.gulliver.ui.person;

import io.gulliver.ui.security.RoleGate;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says who may call a route. A route without it is closed to everybody: forgetting it can never open a door.
 *
 * <p>The roles are checked by {@link RoleGate} before any argument is read.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface OpenTo {
    /** The roles; any one of them is enough. Empty means everybody who is logged in. */
    Role[] value() default {};

    /** Also people who are not logged in: the log-in page alone. */
    boolean strangers() default false;
}
