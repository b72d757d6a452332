import { faults } from '@medcloud/contract/faults';
import { readSentence, sentenceForms, sentences, writeSentence } from '@medcloud/contract/sentences';
import { useMemo } from 'react';
import { useLanguage } from './language.tsx';
import { faultsEl, sentenceFormsEl, sentencesEl } from './sentences.el.ts';

/** Reads a sentence in the language in force; what is not there stays undefined. */
export interface SentenceReader {
  (english: string): string;
  (english: string | null | undefined): string | undefined;
}

/** Each English constant with its Greek, from the two lists that are complete by type. */
function greekByEnglish(): ReadonlyMap<string, string> {
  const greekFaults = new Map(Object.entries(faultsEl));
  const greekSentences = new Map(Object.entries(sentencesEl));
  const pairs = new Map<string, string>();
  for (const [code, { message }] of Object.entries(faults)) pairs.set(message, greekFaults.get(code) ?? message);
  for (const [name, message] of Object.entries(sentences)) pairs.set(message, greekSentences.get(name) ?? message);
  return pairs;
}

const greek = greekByEnglish();
const greekForms = new Map(Object.entries(sentenceFormsEl));

/** A sentence of the contract in Greek; null for any other text. */
export function inGreek(english: string): string | null {
  const whole = greek.get(english);
  if (whole !== undefined) return whole;
  for (const [name, form] of Object.entries(sentenceForms)) {
    const value = readSentence(form, english);
    if (value !== null) return writeSentence(greekForms.get(name) ?? form, value);
  }
  return null;
}

/**
 * The portal speaks English on the wire: field sentences and faults are constants of the contract. This turns such a
 * constant into the language in force; any other text (of a proxy, say) comes back as it is.
 */
export function useSentence(): SentenceReader {
  const { language } = useLanguage();
  return useMemo(() => {
    function sentence(english: string): string;
    function sentence(english: string | null | undefined): string | undefined;
    function sentence(english: string | null | undefined): string | undefined {
      if (english === null || english === undefined) return undefined;
      return language === 'el' ? (inGreek(english) ?? english) : english;
    }
    return sentence;
  }, [language]);
}
