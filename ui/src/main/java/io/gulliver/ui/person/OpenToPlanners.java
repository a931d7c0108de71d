package io.gulliver.ui.person;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A route for whoever plans or builds; it decides on figures that come with the question, and keeps nothing. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@OpenTo({
    Role.PM,
    Role.DBA,
    Role.CUTOVER,
    Role.APPROVER,
    Role.VIEWER,
    Role.ADMIN,
    Role.PLATFORM,
    Role.STORAGE,
    Role.NETWORK
})
public @interface OpenToPlanners {}
