package io.gulliver.ui.person;

import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.ui.security.RoleGate;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says who may call a route. A route without it is closed to everybody: forgetting it can never open a door.
 *
 * <p>It is checked by {@link RoleGate} before any argument is read. What is asked for is asked in the program of the
 * address; without one, in any program.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface OpenTo {
    /** The right that it takes; {@link Right#NONE} when no right opens it. */
    Right value() default Right.READ;

    /** The functions of which it takes one, beside the right; none means that the right alone is enough. */
    Function[] functions() default {};

    /**
     * How much a token must let through, beside what is asked of its person; {@link Right#NONE} for the rule: {@link Right#WORK}
     * for what changes something, {@link Right#READ} for the rest. Whoever comes with a password is not asked.
     */
    Right token() default Right.NONE;

    /** A person says this with a password or in a session: no token opens it, whatever it lets through. */
    boolean personally() default false;

    /** Administrators too, whatever their right. */
    boolean administrators() default false;

    /** Everybody who is logged in: the route itself shows each person only what is theirs. */
    boolean everybody() default false;

    /** Also people who are not logged in. */
    boolean strangers() default false;
}
