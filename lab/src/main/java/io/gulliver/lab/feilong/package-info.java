/** A believable Feilong server (z/VM Cloud Connector) with one z/VM system behind it. */
@NullMarked
package io.gulliver.lab.feilong;

import org.jspecify.annotations.NullMarked;
