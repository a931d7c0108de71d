/** The lab as a program: its arguments, its parts and the files in which it says where they are. */
@NullMarked
package io.gulliver.lab.main;

import org.jspecify.annotations.NullMarked;
