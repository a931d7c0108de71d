/** Tests of sizing from collected facts. */
@NullMarked
package io.gulliver.planning.inputs;

import org.jspecify.annotations.NullMarked;
