/** What people said to migrations, kept before it is delivered. */
@NullMarked
package io.gulliver.persistence.command;

import org.jspecify.annotations.NullMarked;
