/** Tells what kind of evidence a file is and hands it to the reader of that kind. Pure. */
@NullMarked
package io.gulliver.evidence.intake;

import org.jspecify.annotations.NullMarked;
