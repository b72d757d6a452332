import { useSyncExternalStore } from 'react';
import { readStored, storageKeys, writeStored } from './storage.ts';

export type Theme = 'light' | 'dark';

const systemDark = '(prefers-color-scheme: dark)';
const changedEvent = 'medcloud-theme';

function systemTheme(): Theme {
  return window.matchMedia(systemDark).matches ? 'dark' : 'light';
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : systemTheme();
}

function subscribe(changed: () => void): () => void {
  const system = window.matchMedia(systemDark);
  const stored = (event: StorageEvent) => {
    if (event.key === storageKeys.theme) applyStored();
  };
  system.addEventListener('change', changed);
  window.addEventListener(changedEvent, changed);
  window.addEventListener('storage', stored);
  return () => {
    system.removeEventListener('change', changed);
    window.removeEventListener(changedEvent, changed);
    window.removeEventListener('storage', stored);
  };
}

/** Another tab chose: this one follows. */
function applyStored(): void {
  const stored = readStored(storageKeys.theme);
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
  else delete document.documentElement.dataset.theme;
  window.dispatchEvent(new Event(changedEvent));
}

/** Chooses a theme. The system's own is not stored, so that the page follows the system again. */
function chooseTheme(theme: Theme): void {
  writeStored(storageKeys.theme, theme === systemTheme() ? null : theme);
  document.documentElement.dataset.theme = theme;
  if (theme === systemTheme()) delete document.documentElement.dataset.theme;
  window.dispatchEvent(new Event(changedEvent));
}

/** The theme in force and how to choose another. `/theme.js` has set it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, currentTheme, () => 'light' as const), chooseTheme];
}
