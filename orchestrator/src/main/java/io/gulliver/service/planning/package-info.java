/** Judgement and plan: facts, sizing, methods, risks, and the dates of waves and migrations. */
@NullMarked
package io.gulliver.service.planning;

import org.jspecify.annotations.NullMarked;
