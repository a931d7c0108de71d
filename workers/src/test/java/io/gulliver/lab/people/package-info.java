/** What the lab's program comes to when the product plans it. */
@NullMarked
package io.gulliver.lab.people;

import org.jspecify.annotations.NullMarked;
