/** Tests of outside systems, carried to the workers of a zone. */
@NullMarked
package io.gulliver.workflow.landscape;

import org.jspecify.annotations.NullMarked;
