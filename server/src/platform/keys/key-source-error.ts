/** The place that keeps the master key cannot be used. The message says what to do. */
export class KeySourceError extends Error {
  override name = 'KeySourceError';
}
