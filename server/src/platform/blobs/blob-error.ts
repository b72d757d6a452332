/** Every way a blob store can fail: the disk is full, the disk failed, there is none, it was altered, the id is taken. */
export type BlobErrorCode = 'no_space' | 'io' | 'not_found' | 'corrupt' | 'exists';

const messages = {
  no_space: 'No space is left for the object',
  io: 'The storage failed',
  not_found: 'There is no such object',
  corrupt: 'The object is not what was stored',
  exists: 'An object of this id already exists',
} satisfies Record<BlobErrorCode, string>;

/** A failure of the store. `cause` keeps the foreign error for the log. */
export class BlobError extends Error {
  override name = 'BlobError';
  readonly code: BlobErrorCode;

  constructor(code: BlobErrorCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.code = code;
  }
}

// errno(3). A quota or a file-size limit is, for who uploads, a full disk.
const codeOfErrno: Readonly<Record<string, BlobErrorCode>> = {
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EFBIG: 'no_space',
  ENOENT: 'not_found',
  EEXIST: 'exists',
};

/** The error number of a failed system call, if that is what `error` is. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A foreign error as one of the list; whatever is not known is a failure of the storage. */
export function toBlobError(error: unknown): BlobError {
  if (error instanceof BlobError) return error;
  return new BlobError(codeOfErrno[errnoOf(error) ?? ''] ?? 'io', { cause: error });
}

/** Runs `work`; a foreign error leaves it as one of the list. */
export async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toBlobError(error);
  }
}
