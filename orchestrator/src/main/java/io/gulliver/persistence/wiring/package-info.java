/** All stores on one database, wired once. */
@NullMarked
package io.gulliver.persistence.wiring;

import org.jspecify.annotations.NullMarked;
