/** Activities: one side effect a method, made of adapters. */
@NullMarked
package io.gulliver.activity;

import org.jspecify.annotations.NullMarked;
