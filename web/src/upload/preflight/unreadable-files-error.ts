/** The files could not be read here: taken away since, or without permission. */
export class UnreadableFilesError extends Error {
  override readonly name = 'UnreadableFilesError';
}
