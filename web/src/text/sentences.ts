import { faults } from '@medcloud/contract/faults';
import { sentences } from '@medcloud/contract/sentences';
import { useMemo } from 'react';
import { useLanguage } from './language.tsx';
import { faultsEl, sentencesEl } from './sentences.el.ts';

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
      return language === 'el' ? (greek.get(english) ?? english) : english;
    }
    return sentence;
  }, [language]);
}
