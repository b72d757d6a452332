/** The ways in which the embedded database can fail to start or stop. */
export type EmbeddedErrorCode =
  | 'platform_unsupported'
  | 'package_missing'
  | 'package_broken'
  | 'settings_refused'
  | 'folder_unusable'
  | 'folder_in_use'
  | 'version_mismatch'
  | 'password_missing'
  | 'password_wrong'
  | 'no_unprivileged_user'
  | 'start_busy'
  | 'initialize_failed'
  | 'start_failed'
  | 'fsync_off'
  | 'stop_failed';

/** A failure of the embedded database. Its message tells the operator the problem and the remedy. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
  readonly code: EmbeddedErrorCode;

  constructor(code: EmbeddedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Returns the error's code: an errno name of a system call, or a SQLSTATE of PostgreSQL; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns the result of `work`, or undefined if it failed with one of `codes`. Throws any other failure. */
export async function ignoreErrorCodes<Result>(
  codes: readonly string[],
  work: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}
