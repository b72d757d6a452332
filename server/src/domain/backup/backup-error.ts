/** A backup or restore that cannot go on: the message says what to do, to the operator who reads it at a terminal. */
export class BackupError extends Error {
  override name = 'BackupError';
}
