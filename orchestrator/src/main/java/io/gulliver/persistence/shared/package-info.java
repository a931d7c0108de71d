/** Things that several migrations share, and who uses them. */
@NullMarked
package io.gulliver.persistence.shared;

import org.jspecify.annotations.NullMarked;
