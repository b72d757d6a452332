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

/** Reads a sentence in the language in force; what is not there stays undefined. */
export interface MessageTranslator {
  (english: string): string;
  (english: string | null | undefined): string | undefined;
}

/** Each English constant with its Greek, from the two lists that are complete by type. */
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

/** A sentence of the contract in Greek; null for any other text. */
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
 * The portal speaks English on the wire: field sentences and faults are constants of the contract. This turns such a
 * constant into the language in force; any other text (of a proxy, say) comes back as it is.
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
