/** The one catalogue of facts: what each is, who may say it under which names, and what holds when several do. */
@NullMarked
package io.gulliver.planning.facts;

import org.jspecify.annotations.NullMarked;
