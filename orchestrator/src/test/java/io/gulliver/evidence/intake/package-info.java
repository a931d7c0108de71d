/** Tests of telling the kind of evidence. */
@NullMarked
package io.gulliver.evidence.intake;

import org.jspecify.annotations.NullMarked;
