package io.gulliver.lab;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says of a test that it is red while a {@link Kindness} is put back.
 *
 * <p>{@code KindnessTest} of the workers runs it so, and wants it to fail with the words of {@link #red}: the test opens its
 * lab by {@link LabContext#open}, in its own thread or one that it starts, needs seconds, and starts no product process.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Examines {

    /** The kindness that the test would notice. */
    Kindness value();

    /** Words that stand in its failure then, and would in no other: those of an assertion's {@code as}. */
    String red();
}
