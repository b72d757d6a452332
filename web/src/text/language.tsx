import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { isLanguage, type Language } from '../lib/language.ts';
import { readStored, storageKeys, writeStored } from '../lib/storage.ts';
import { commonText } from './common.ts';
import type { LocalizedMessages, Messages } from './define-messages.ts';
import { translatorOf } from './translate.ts';

function useLanguageState(initial: Language) {
  const [language, setLanguage] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKeys.language && isLanguage(event.newValue)) setLanguage(event.newValue);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  return useMemo(() => {
    const storeLanguage = (next: Language) => {
      writeStored(storageKeys.language, next);
      setLanguage(next);
    };
    return { language, setLanguage: storeLanguage, common: translatorOf(commonText, language) };
  }, [language]);
}

const LanguageContext = createContext<ReturnType<typeof useLanguageState> | null>(null);

/** Returns the stored language, or English if there is none (specification, section 9). */
export function storedLanguage(): Language {
  const stored = readStored(storageKeys.language);
  return isLanguage(stored) ? stored : 'en';
}

/** Provides the language to its children. A change takes effect in every open tab at once, without a reload. */
export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  return <LanguageContext value={useLanguageState(initial)}>{children}</LanguageContext>;
}

/** Returns the current language and a function to change it. Throws outside `LanguageProvider`. */
export function useLanguage() {
  const value = useContext(LanguageContext);
  if (!value) throw new Error('useLanguage must be used inside LanguageProvider');
  return value;
}

/**
 * Returns an area's translator: `const t = useText(authText); t('signIn')`. Messages are ICU; `t.rich` supports tags.
 */
export function useText<Original extends Messages>(area: LocalizedMessages<Original>) {
  const { language } = useLanguage();
  return useMemo(() => translatorOf(area, language), [area, language]);
}

/** Returns the translator of the texts that all screens share: actions, states, exam types, errors. */
export function useUiText() {
  return useLanguage().common;
}
