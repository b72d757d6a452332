import { isLanguage, type Language, toLanguage } from '@medcloud/contract/languages';
import { readStored, storageKeys, writeStored } from '../../lib/storage.ts';
import { type LandingTexts, landingTexts } from './landing-texts.ts';

/** Each page's title, by path. */
export type Titles = Readonly<Record<string, (texts: LandingTexts) => string>>;

/** Returns the page's current language. */
export function getCurrentLanguage(): Language {
  return toLanguage(document.documentElement.lang);
}

function applyLanguage(language: Language, titles: Titles): void {
  document.documentElement.lang = language;
  const title = titles[window.location.pathname]?.(landingTexts(language));
  if (title) document.title = title;
  for (const button of document.querySelectorAll<HTMLElement>('[data-language]'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
}

/** Starts the language switch. A change applies immediately to every open tab and is stored. */
export function startLanguageSwitch(titles: Titles): void {
  applyLanguage(toLanguage(readStored(storageKeys.language)), titles);
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
