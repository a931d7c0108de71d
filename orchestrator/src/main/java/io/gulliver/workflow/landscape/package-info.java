/** Tests of outside systems, and readings of what people ask for, carried to the workers of a zone. */
@NullMarked
package io.gulliver.workflow.landscape;

import org.jspecify.annotations.NullMarked;
