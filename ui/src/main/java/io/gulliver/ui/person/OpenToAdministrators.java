package io.gulliver.ui.person;

import io.gulliver.domain.people.Right;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A route for those who make programs and people; no right in a program opens it. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@OpenTo(value = Right.NONE, administrators = true)
public @interface OpenToAdministrators {}
