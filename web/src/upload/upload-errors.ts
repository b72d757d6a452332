import { ApiError } from '@medcloud/contract/api-client';

/** Thrown when the upload was canceled or paused in this page. */
export class UploadCanceledError extends Error {
  override readonly name = 'UploadCanceledError';
}

/** Thrown when the connection failed: there was no response. */
export class ServerUnreachableError extends Error {
  override readonly name = 'ServerUnreachableError';
}

/** Thrown when a file selected again differs from the file whose parts were sent. */
export class FileMismatchError extends Error {
  override readonly name = 'FileMismatchError';
}

const rejectedStatuses = [400, 404, 410, 413, 415, 422];

/** Returns whether the server rejected the upload, which then no longer exists there. Other failures can be resumed. */
export function isRejectedByServer(error: unknown): boolean {
  return error instanceof ApiError && rejectedStatuses.includes(error.status);
}
