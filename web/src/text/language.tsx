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
    const choose = (chosen: Language) => {
      writeStored(storageKeys.language, chosen);
      setLanguage(chosen);
    };
    return { language, setLanguage: choose, common: translatorOf(commonText, language) };
  }, [language]);
}

const LanguageContext = createContext<ReturnType<typeof useLanguageState> | null>(null);

/** The language kept from last time; English where none was chosen (specification, section 9). */
export function storedLanguage(): Language {
  const stored = readStored(storageKeys.language);
  return isLanguage(stored) ? stored : 'en';
}

/** Gives the language to everything below. A switch takes effect at once, without a reload, in every open tab. */
export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  return <LanguageContext value={useLanguageState(initial)}>{children}</LanguageContext>;
}

/** The language in force, and how to change it. */
export function useLanguage() {
  const value = useContext(LanguageContext);
  if (!value) throw new Error('useLanguage stands outside LanguageProvider');
  return value;
}

/** An area's words: `const t = useText(authText); t('signIn')`. Plurals and arguments are ICU; `t.rich` takes tags. */
export function useText<Original extends Messages>(area: LocalizedMessages<Original>) {
  const { language } = useLanguage();
  return useMemo(() => translatorOf(area, language), [area, language]);
}

/** The words every screen shares: actions, states, exam types, errors. */
export function useUiText() {
  return useLanguage().common;
}
