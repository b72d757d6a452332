import { isLanguage, type Language } from '../../lib/language.ts';
import { readStored, storageKeys, writeStored } from '../../lib/storage.ts';

/** Page titles in both languages, by path. */
export type Titles = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** Returns the page's current language. */
export function getCurrentLanguage(): Language {
  return document.documentElement.lang === 'el' ? 'el' : 'en';
}

function applyLanguage(language: Language, titles: Titles): void {
  document.documentElement.lang = language;
  const title = titles[window.location.pathname]?.[language];
  if (title) document.title = title;
  for (const button of document.querySelectorAll<HTMLElement>('[data-language]'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
}

/** Starts the EN/GR switch. A change applies immediately to every open tab and is stored. */
export function startLanguageSwitch(titles: Titles): void {
  const stored = readStored(storageKeys.language);
  applyLanguage(isLanguage(stored) ? stored : 'en', titles);
  for (const button of document.querySelectorAll<HTMLElement>('[data-language]')) {
    button.addEventListener('click', () => {
      const { language } = button.dataset;
      if (!isLanguage(language)) return;
      writeStored(storageKeys.language, language);
      applyLanguage(language, titles);
    });
  }
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKeys.language && isLanguage(newValue)) applyLanguage(newValue, titles);
  });
}
