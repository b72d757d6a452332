import { createTranslator } from 'use-intl/core';
import { type Language, locales } from '../lib/language.ts';
import type { LocalizedMessages, Messages } from './define-messages.ts';

/** A function from a key of the area to its words in one language; arguments and keys are checked by type. */
export function translatorOf<Original extends Messages>(area: LocalizedMessages<Original>, language: Language) {
  return createTranslator<Original>({ locale: locales[language], messages: area[language] });
}

export type Translator<Original extends Messages> = ReturnType<typeof translatorOf<Original>>;
