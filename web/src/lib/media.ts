import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, kept up to date. The server's HTML assumes it does not. */
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

/** Below 768: tables become two-line rows, sheets pages, dialogs bottom sheets. */
export function useNarrow(): boolean {
  return useMedia('(width < 48rem)');
}

/** From 1024: tables have all their columns. */
export function useWide(): boolean {
  return useMedia('(width >= 64rem)');
}
