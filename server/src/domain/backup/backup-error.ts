/** A backup or restore failed. The message has instructions for the operator at a terminal. */
export class BackupError extends Error {
  override name = 'BackupError';
}
