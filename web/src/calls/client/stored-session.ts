import { readStored, storageKeys, writeStored } from '../../lib/storage.ts';

export { isBackground } from './background.ts';

const changedEvent = 'medcloud-session';

/** Returns the session id stored in this browser, or null without a session. */
export function readStoredSession(): string | null {
  return readStored(storageKeys.session);
}

/** Stores a session id, or deletes it with null, and notifies this tab. Other tabs receive the storage event. */
export function storeSession(sessionId: string | null): void {
  writeStored(storageKeys.session, sessionId);
  window.dispatchEvent(new Event(changedEvent));
}

/**
 * Ends the session in this browser: deletes the stored id and notifies the session provider. With `sessionId`, does so
 * only if that id is still stored, so a late 401 of an old session does not end the new one.
 */
export function endSession(sessionId: string | null = readStoredSession()): void {
  if (sessionId !== null && sessionId === readStoredSession()) storeSession(null);
}

const roleChangedEvent = 'medcloud-role';

/** Notifies this tab that a call was refused for the member's roles, which have changed since the session was read. */
export function reportRoleChange(): void {
  window.dispatchEvent(new Event(roleChangedEvent));
}

/** Subscribes to calls that were refused for the member's roles. Returns a function that unsubscribes. */
export function subscribeToRoleChange(onChange: () => void): () => void {
  window.addEventListener(roleChangedEvent, onChange);
  return () => window.removeEventListener(roleChangedEvent, onChange);
}

const channelName = 'medcloud-session';

/** Signs out in every tab. Unlike after an expired session, no screen keeps any data. */
export function endSessionInAllTabs(): void {
  storeSession(null); // first, because the receivers read it
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('left');
  channel.close();
}

/** Subscribes to sign-outs in this tab and in others. Returns a function that unsubscribes. */
export function subscribeToSignOut(onSignOut: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = onSignOut;
  return () => channel.close();
}

/** Subscribes to changes of the stored session in this tab and in others. Returns a function that unsubscribes. */
export function subscribeToSession(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // key null: the whole storage was cleared
    if (event.key === storageKeys.session || event.key === null) onChange();
  };
  window.addEventListener(changedEvent, onChange);
  window.addEventListener('storage', onStorage);
  return () => {
    window.removeEventListener(changedEvent, onChange);
    window.removeEventListener('storage', onStorage);
  };
}
