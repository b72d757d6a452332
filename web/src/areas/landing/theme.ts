import { chooseTheme, currentTheme, followStoredTheme } from '../../lib/theme.ts';

/** Light or dark; choosing the system's own follows the system again. */
export function startThemeSwitch(): void {
  followStoredTheme();
  for (const button of document.querySelectorAll('[data-theme-switch]'))
    button.addEventListener('click', () => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark'));
}
