package io.gulliver.ui.person;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A route for whoever may hold a task; the store judges each task by its own role. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@OpenTo({
    Role.PM,
    Role.DBA,
    Role.CUTOVER,
    Role.APPROVER,
    Role.ADMIN,
    Role.APPLICATION_OWNER,
    Role.STORAGE_TEAM,
    Role.PLATFORM,
    Role.STORAGE,
    Role.NETWORK,
    Role.TESTERS
})
public @interface OpenToQueues {}
