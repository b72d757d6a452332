/** How a session ends, above the page: fetched together. */
export { ExpiryDialog } from './expiry-dialog.tsx';
export { SessionExpired } from './session-expired.tsx';
