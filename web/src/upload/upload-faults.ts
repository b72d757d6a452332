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
