/** Name servers. */
@NullMarked
package io.gulliver.lab.network;

import org.jspecify.annotations.NullMarked;
