/** Who speaks, and who may say what. */
@NullMarked
package io.gulliver.domain.people;

import org.jspecify.annotations.NullMarked;
