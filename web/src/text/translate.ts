import { createTranslator } from 'use-intl/core';
import { type Language, locales } from '../lib/language.ts';
import type { LocalizedMessages, Messages } from './define-messages.ts';

/** Returns a function from an area's keys to texts in one language. The compiler checks keys and arguments. */
export function translatorOf<Original extends Messages>(area: LocalizedMessages<Original>, language: Language) {
  return createTranslator<Original>({ locale: locales[language], messages: area[language] });
}

export type Translator<Original extends Messages> = ReturnType<typeof translatorOf<Original>>;
