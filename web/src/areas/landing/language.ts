import { isLanguage, type Language, toLanguage } from '@medcloud/contract/languages';
import { readStored, storageKeys, writeStored } from '../../lib/storage.ts';

/** Returns the page's current language. */
export function getCurrentLanguage(): Language {
  return toLanguage(document.documentElement.lang);
}

/** Returns a text that the page holds in each language without showing it, such as its title. */
export function findHiddenText(name: string, language: Language): string {
  const text = document.querySelector(`[data-text="${name}"] [lang="${language}"]`)?.textContent;
  if (!text) throw new Error(`The page has no text ${name} in ${language}.`);
  return text;
}

function applyLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.title = findHiddenText('title', language);
  for (const button of document.querySelectorAll<HTMLElement>('[data-language]'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
}

/** Starts the language switch. A change applies immediately to every open tab and is stored. */
export function startLanguageSwitch(): void {
  applyLanguage(toLanguage(readStored(storageKeys.language)));
  for (const button of document.querySelectorAll<HTMLElement>('[data-language]')) {
    button.addEventListener('click', () => {
      const { language } = button.dataset;
      if (!isLanguage(language)) return;
      writeStored(storageKeys.language, language);
      applyLanguage(language);
    });
  }
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKeys.language && isLanguage(newValue)) applyLanguage(newValue);
  });
}
