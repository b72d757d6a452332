import { isLanguage, type Language, toLanguage } from '@medcloud/contract/languages';
import { type Namespace, splitNamespace } from '@medcloud/text/catalogue';
import { type Translator, translatorOf } from '@medcloud/text/translate';
import {
  createContext,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { readStored, storageKeys, writeStored } from '../lib/storage.ts';
import { loadedMessages, loadMessages, loadUsedTexts } from './load-texts.ts';

function useLanguageState(initial: Language) {
  const [language, setLanguage] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return useMemo(() => {
    // The screen keeps the old language until the new texts are loaded. Components that still miss one suspend.
    const changeLanguage = (next: Language) => {
      const change = () => startTransition(() => setLanguage(next));
      loadUsedTexts(next).then(change, change);
    };
    return { language, changeLanguage };
  }, [language]);
}

function useLanguageOfOtherTabs(changeLanguage: (next: Language) => void) {
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKeys.language && isLanguage(event.newValue)) changeLanguage(event.newValue);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [changeLanguage]);
}

const LanguageContext = createContext<ReturnType<typeof useLanguageState> | null>(null);

/** Returns the stored language, or English if there is none (specification, section 9). */
export function storedLanguage(): Language {
  return toLanguage(readStored(storageKeys.language));
}

/** Provides the language to its children. A change takes effect in every open tab at once, without a reload. */
export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const state = useLanguageState(initial);
  useLanguageOfOtherTabs(state.changeLanguage);
  return (
    <LanguageContext value={state}>
      <Suspense fallback={null}>{children}</Suspense>
    </LanguageContext>
  );
}

/** Returns the current language and a function to change it. Throws outside `LanguageProvider`. */
export function useLanguage() {
  const state = useContext(LanguageContext);
  if (!state) throw new Error('useLanguage must be used inside LanguageProvider');
  const { language, changeLanguage } = state;
  return {
    language,
    setLanguage: (next: Language) => {
      writeStored(storageKeys.language, next);
      changeLanguage(next);
    },
  };
}

/** Returns a namespace's translator in the given language. Suspends until its texts are loaded. */
export function useTextIn<N extends Namespace>(namespace: N, language: Language): Translator<N> {
  const [area] = splitNamespace(namespace);
  const messages = loadedMessages(language, area) ?? use(loadMessages(language, area));
  return translatorOf(namespace, language, messages);
}

/**
 * Returns a namespace's translator, for example of `auth`, whose keys are then `t('login.title')`. Messages are ICU;
 * `t.rich` supports tags.
 */
export function useText<N extends Namespace>(namespace: N): Translator<N> {
  return useTextIn(namespace, useLanguage().language);
}

/** Returns the translator of the texts that all screens share: actions, states, exam types, errors. */
export const useUiText = () => useText('common');
