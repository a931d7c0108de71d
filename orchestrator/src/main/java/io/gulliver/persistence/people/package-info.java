/** Who answers for each application. */
@NullMarked
package io.gulliver.persistence.people;

import org.jspecify.annotations.NullMarked;
