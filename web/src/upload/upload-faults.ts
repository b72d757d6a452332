import { PortalError } from '@medcloud/contract/caller';

/** Thrown when the upload was stopped here: cancelled, or paused. */
export class UploadCancelled extends Error {
  override readonly name = 'UploadCancelled';
}

/** Thrown when the connection broke: nothing was answered. */
export class PortalNotReached extends Error {
  override readonly name = 'PortalNotReached';
}

/** Thrown where a file that was chosen again is not the one of which parts were sent. */
export class AnotherFile extends Error {
  override readonly name = 'AnotherFile';
}

const ending = [400, 404, 410, 413, 415, 422];

/** Whether the portal has refused the upload itself: it is over there. After any other failure it goes on from the same byte. */
export function isOverAtPortal(error: unknown): boolean {
  return error instanceof PortalError && ending.includes(error.status);
}
