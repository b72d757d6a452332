import { faults } from '@medcloud/contract/faults';
import {
  fillTemplate,
  matchTemplate,
  messageTemplates,
  validationMessages,
} from '@medcloud/contract/validation-messages';
import { useMemo } from 'react';
import { useLanguage } from './language.tsx';
import { faultsEl, sentenceFormsEl, sentencesEl } from './sentences.el.ts';

/** Translates an error message to the current language. Null and undefined give undefined. */
export interface MessageTranslator {
  (english: string): string;
  (english: string | null | undefined): string | undefined;
}

/** Maps each English constant to Greek, from two lists whose types require every key. */
function createGreekIndex(): ReadonlyMap<string, string> {
  const greekFaults = new Map(Object.entries(faultsEl));
  const greekSentences = new Map(Object.entries(sentencesEl));
  const pairs = new Map<string, string>();
  for (const [code, { message }] of Object.entries(faults)) pairs.set(message, greekFaults.get(code) ?? message);
  for (const [name, message] of Object.entries(validationMessages))
    pairs.set(message, greekSentences.get(name) ?? message);
  return pairs;
}

const greek = createGreekIndex();
const greekForms = new Map(Object.entries(sentenceFormsEl));

/** Translates a message of the contract to Greek. Returns null for any other text. */
export function translateToGreek(english: string): string | null {
  const exact = greek.get(english);
  if (exact !== undefined) return exact;
  for (const [name, form] of Object.entries(messageTemplates)) {
    const value = matchTemplate(form, english);
    if (value !== null) return fillTemplate(greekForms.get(name) ?? form, value);
  }
  return null;
}

/**
 * Returns a function that translates messages of the API, which are in English: field messages and faults are constants
 * of the contract. Returns any other text (for example of a proxy) unchanged.
 */
export function useErrorMessage(): MessageTranslator {
  const { language } = useLanguage();
  return useMemo(() => {
    function errorMessage(english: string): string;
    function errorMessage(english: string | null | undefined): string | undefined;
    function errorMessage(english: string | null | undefined): string | undefined {
      if (english === null || english === undefined) return undefined;
      return language === 'el' ? (translateToGreek(english) ?? english) : english;
    }
    return errorMessage;
  }, [language]);
}
