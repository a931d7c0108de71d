@NullMarked
package io.gulliver.lab.ds8000;

import org.jspecify.annotations.NullMarked;
