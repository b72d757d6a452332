import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches, and updates on change. False in server-rendered HTML. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const mediaQuery = window.matchMedia(query);
      mediaQuery.addEventListener('change', onChange);
      return () => mediaQuery.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Returns whether the page is below 768 px: tables become two-line rows, sheets pages, dialogs bottom sheets. */
export function useIsNarrow(): boolean {
  return useMedia('(width < 48rem)');
}

/** Returns whether the page has at least 1024 px: tables show all columns. */
export function useIsWide(): boolean {
  return useMedia('(width >= 64rem)');
}
