/** The estate that every fresh lab has: fifty databases, the servers they land on, and what the product is told of them. */
@NullMarked
package io.gulliver.lab.estate;

import org.jspecify.annotations.NullMarked;
