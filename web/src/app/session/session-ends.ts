/** How a session ends, above the page: fetched together. */
export { ExpiryDialog } from './expiry-dialog.tsx';
export { SessionLapsed } from './session-lapsed.tsx';
