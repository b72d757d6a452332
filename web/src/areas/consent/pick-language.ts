import { isLanguage, type Language, toLanguage } from '@medcloud/contract/languages';
import { readStored, storageKeys } from '../../lib/storage.ts';

/** Returns the language chosen here before, otherwise the link's, or the browser's until the link is loaded. */
export function pickLanguage(linkLanguage: Language | null): Language {
  const chosen = readStored(storageKeys.language);
  if (isLanguage(chosen)) return chosen;
  return linkLanguage ?? toLanguage(navigator.language.split('-')[0]);
}
