import { readStored, storageKeys, writeStored } from '../../lib/storage.ts';

export { isBackground } from './background.ts';

const changedEvent = 'medcloud-session';

/** The session id this browser holds; null while nobody is signed in. */
export function readStoredSession(): string | null {
  return readStored(storageKeys.session);
}

/** Keeps a session id, or forgets it with null, and tells this tab; other tabs learn it from the storage event. */
export function storeSession(sessionId: string | null): void {
  writeStored(storageKeys.session, sessionId);
  window.dispatchEvent(new Event(changedEvent));
}

/**
 * The session is over: forgets the stored id and tells the session provider. With `sessionId`, only if that one is
 * still the stored one, so that a late 401 of an old session does not end the new one.
 */
export function endSession(sessionId: string | null = readStoredSession()): void {
  if (sessionId !== null && sessionId === readStoredSession()) storeSession(null);
}

const channelName = 'medcloud-session';

/** Signs out in every tab: unlike a session that lapsed, nothing of it is kept on any screen. */
export function endSessionInAllTabs(): void {
  storeSession(null); // first: whoever hears of it looks there
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('left');
  channel.close();
}

/** Hears of a sign-out, in this tab as in others. Returns how to stop. */
export function subscribeToSignOut(onSignOut: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = onSignOut;
  return () => channel.close();
}

/** Hears of every change of the stored session, in this tab and in others. Returns how to stop. */
export function subscribeToSession(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Key null: everything was cleared at once.
    if (event.key === storageKeys.session || event.key === null) onChange();
  };
  window.addEventListener(changedEvent, onChange);
  window.addEventListener('storage', onStorage);
  return () => {
    window.removeEventListener(changedEvent, onChange);
    window.removeEventListener('storage', onStorage);
  };
}
