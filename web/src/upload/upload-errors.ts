import { ApiError } from '@medcloud/contract/api-client';

/** Thrown when the upload was stopped here: cancelled, or paused. */
export class UploadCancelledError extends Error {
  override readonly name = 'UploadCancelledError';
}

/** Thrown when the connection broke: nothing was answered. */
export class ServerUnreachableError extends Error {
  override readonly name = 'ServerUnreachableError';
}

/** Thrown where a file that was chosen again is not the one of which parts were sent. */
export class FileMismatchError extends Error {
  override readonly name = 'FileMismatchError';
}

const rejectedStatuses = [400, 404, 410, 413, 415, 422];

/** Whether the portal has refused the upload itself: it is over there. After any other failure it goes on from the same byte. */
export function isRejectedByServer(error: unknown): boolean {
  return error instanceof ApiError && rejectedStatuses.includes(error.status);
}
