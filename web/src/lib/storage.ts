/** The keys of the browser's local storage. `sessionId` and `medcloud-language` come from the specification. */
export const storageKeys = {
  session: 'sessionId',
  language: 'medcloud-language',
  theme: 'medcloud-theme',
  viewing: 'medcloud-viewing',
  factorOffer: 'medcloud-factor-offer',
} as const;

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/** Reads a stored value. Null if there is none or the browser forbids storage (private windows, managed machines). */
export function readStored(key: StorageKey): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or deletes it if null. Without storage the setting lasts until the page closes. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // No error for the user: the page works, but does not remember the setting.
  }
}
