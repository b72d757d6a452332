/** The dialogs of a session's end, in one chunk. */
export { ExpiryDialog } from './expiry-dialog.tsx';
export { SessionExpired } from './session-expired.tsx';
