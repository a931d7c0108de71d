/** Playbooks: YAML to checked records and compiled plans. */
@NullMarked
package io.gulliver.playbook;

import org.jspecify.annotations.NullMarked;
