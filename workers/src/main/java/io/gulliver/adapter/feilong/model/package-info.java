/** What travels to and from Feilong, and what is read out of it. */
@NullMarked
package io.gulliver.adapter.feilong.model;

import org.jspecify.annotations.NullMarked;
