/** Tests of the order in which scarce things are given. */
@NullMarked
package io.gulliver.domain.lease;

import org.jspecify.annotations.NullMarked;
