/** The files could not be read here: taken away since, or without permission. */
export class DropUnreadable extends Error {
  override readonly name = 'DropUnreadable';
}
