import { readStored, storageKeys, writeStored } from '../storage.ts';

export type Theme = 'light' | 'dark';

const systemDark = '(prefers-color-scheme: dark)';
const changedEvent = 'medcloud-theme';

function systemTheme(): Theme {
  return window.matchMedia(systemDark).matches ? 'dark' : 'light';
}

/** Returns the current theme: the user's choice, or the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : systemTheme();
}

/** Calls `onChange` on every change of the current theme. Returns a function that unsubscribes. */
export function subscribeToTheme(onChange: () => void): () => void {
  const system = window.matchMedia(systemDark);
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKeys.theme) applyStoredTheme();
  };
  system.addEventListener('change', onChange);
  window.addEventListener(changedEvent, onChange);
  window.addEventListener('storage', onStorage);
  return () => {
    system.removeEventListener('change', onChange);
    window.removeEventListener(changedEvent, onChange);
    window.removeEventListener('storage', onStorage);
  };
}

/** Applies the theme that another tab stored. */
function applyStoredTheme(): void {
  const stored = readStored(storageKeys.theme);
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
  else delete document.documentElement.dataset.theme;
  window.dispatchEvent(new Event(changedEvent));
}

/** Follows the theme of other tabs, on a page without React. */
export function followStoredTheme(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKeys.theme) applyStoredTheme();
  });
}

/** Sets the theme. The system's theme is not stored, so the page follows the system again. */
export function chooseTheme(theme: Theme): void {
  writeStored(storageKeys.theme, theme === systemTheme() ? null : theme);
  document.documentElement.dataset.theme = theme;
  if (theme === systemTheme()) delete document.documentElement.dataset.theme;
  window.dispatchEvent(new Event(changedEvent));
}
