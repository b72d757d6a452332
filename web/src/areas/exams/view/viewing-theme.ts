import { useSyncExternalStore } from 'react';
import { useIsNarrow } from '../../../lib/media.ts';
import { readStored, storageKeys, writeStored } from '../../../lib/storage.ts';

/** The theme around the images: dark, or on a phone light for the sun. The images themselves stay on black. */
type ViewingTheme = 'light' | 'dark';

const changedEvent = 'medcloud-viewing';

/** Without storage the choice lasts until the page closes. */
const isLight = () => (document.documentElement.dataset.viewing ?? readStored(storageKeys.viewing)) === 'light';

function subscribe(onChange: () => void): () => void {
  window.addEventListener(changedEvent, onChange);
  return () => window.removeEventListener(changedEvent, onChange);
}

/** Returns the attributes that set the theme around the images on an element. */
export function useViewingTheme(): {
  readonly 'data-theme': ViewingTheme;
  readonly 'data-viewing-theme': ViewingTheme;
} {
  const isChosen = useSyncExternalStore(subscribe, isLight);
  const theme = useIsNarrow() && isChosen ? 'light' : 'dark';
  return { 'data-theme': theme, 'data-viewing-theme': theme };
}

/** Changes between dark and light. */
export function toggleViewingTheme(): void {
  const theme = isLight() ? 'dark' : 'light';
  writeStored(storageKeys.viewing, theme === 'light' ? theme : null);
  document.documentElement.dataset.viewing = theme;
  window.dispatchEvent(new Event(changedEvent));
}
