import { useSyncExternalStore } from 'react';
import { chooseTheme, currentTheme, subscribeToTheme, type Theme } from './theme.ts';

/** Returns the current theme and a function that sets it. `/theme.js` sets it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribeToTheme, currentTheme, () => 'light' as const), chooseTheme];
}
