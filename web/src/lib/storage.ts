/** The names under which the browser keeps things. `sessionId` and `medcloud-language` are the specification's. */
export const storageKeys = {
  session: 'sessionId',
  language: 'medcloud-language',
  theme: 'medcloud-theme',
} as const;

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/** What is kept under a key; null where nothing is, or where the browser forbids storage (private windows, managed machines). */
export function readStored(key: StorageKey): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value, or forgets it with null. Without storage the choice lasts until the page closes. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // Nothing to tell the person: the page works, it only forgets.
  }
}
