package io.gulliver.evidence.inventory;

/**
 * What an inventory says, of whichever form its file is.
 *
 * @param inventory the databases; without rows and problems when the file holds people alone
 * @param people the people of applications; empty when it has none
 */
public record InventoryWorkbook(InventoryReading inventory, PeopleReading people) {}
