/** Tests of the estate. */
@NullMarked
package io.gulliver.lab.estate;

import org.jspecify.annotations.NullMarked;
