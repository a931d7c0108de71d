/** Actions that change nothing but their own record; conformance playbooks and crash tests are made of them. */
@NullMarked
package io.gulliver.activity.conformance;

import org.jspecify.annotations.NullMarked;
