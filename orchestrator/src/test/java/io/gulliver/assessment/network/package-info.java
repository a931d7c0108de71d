/** Tests of where a server stands in the network. */
@NullMarked
package io.gulliver.assessment.network;

import org.jspecify.annotations.NullMarked;
