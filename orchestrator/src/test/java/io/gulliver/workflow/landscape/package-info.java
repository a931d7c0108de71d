/** Tests of the runs that carry checks to workers. */
@NullMarked
package io.gulliver.workflow.landscape;

import org.jspecify.annotations.NullMarked;
