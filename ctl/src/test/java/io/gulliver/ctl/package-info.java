@NullMarked
package io.gulliver.ctl;

import org.jspecify.annotations.NullMarked;
