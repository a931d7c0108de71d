/** Source databases, applications and what the inventory says of them. */
@NullMarked
package io.gulliver.domain.estate;

import org.jspecify.annotations.NullMarked;
