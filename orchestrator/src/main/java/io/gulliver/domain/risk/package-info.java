/** The risk register: causes, events, effects, scores and responses. */
@NullMarked
package io.gulliver.domain.risk;

import org.jspecify.annotations.NullMarked;
