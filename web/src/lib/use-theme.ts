import { useSyncExternalStore } from 'react';
import { chooseTheme, currentTheme, subscribeToTheme, type Theme } from './theme.ts';

/** The theme in force and how to choose another. `/theme.js` has set it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribeToTheme, currentTheme, () => 'light' as const), chooseTheme];
}
