import { chooseTheme, currentTheme, followStoredTheme } from '../../lib/theme/theme.ts';

/** Starts the light/dark switch. Choosing the system's own theme follows the system again. */
export function startThemeSwitch(): void {
  followStoredTheme();
  for (const button of document.querySelectorAll('[data-theme-switch]'))
    button.addEventListener('click', () => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark'));
}
