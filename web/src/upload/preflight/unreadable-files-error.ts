/** Thrown when the browser cannot read the files: they were removed, or permission is missing. */
export class UnreadableFilesError extends Error {
  override readonly name = 'UnreadableFilesError';
}
