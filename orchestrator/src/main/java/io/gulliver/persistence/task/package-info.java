/** The queues of human work. */
@NullMarked
package io.gulliver.persistence.task;

import org.jspecify.annotations.NullMarked;
