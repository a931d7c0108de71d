/** Feilong, the z/VM Cloud Connector: guests of one z/VM system through its REST API. */
@NullMarked
package io.gulliver.adapter.feilong;

import org.jspecify.annotations.NullMarked;
