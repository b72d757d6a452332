/**
 * The failures of a blob store: disk full, disk failure, object not found, object altered, id already used.
 */
export type BlobErrorCode = 'no_space' | 'io' | 'not_found' | 'corrupt' | 'exists';

const messages = {
  no_space: 'No space is left for the object',
  io: 'The storage failed',
  not_found: 'There is no such object',
  corrupt: 'The object is not what was stored',
  exists: 'An object of this id already exists',
} satisfies Record<BlobErrorCode, string>;

/** A failure of the blob store. `cause` holds the original error for the log. */
export class BlobError extends Error {
  override name = 'BlobError';
  readonly code: BlobErrorCode;

  constructor(code: BlobErrorCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.code = code;
  }
}

// errno(3). A quota or a file-size limit has the same effect on an upload as a full disk.
const codeOfErrno: Readonly<Record<string, BlobErrorCode>> = {
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EFBIG: 'no_space',
  ENOENT: 'not_found',
  EEXIST: 'exists',
};

/** Returns the errno code of a failed system call; undefined for any other error. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Converts any error to a `BlobError`. Unknown errors become `io`. */
export function toBlobError(error: unknown): BlobError {
  if (error instanceof BlobError) return error;
  return new BlobError(codeOfErrno[errnoOf(error) ?? ''] ?? 'io', { cause: error });
}

/** Runs `work`. Throws only `BlobError`. */
export async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toBlobError(error);
  }
}
