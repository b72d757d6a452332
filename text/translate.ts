import { type Language, languageTable } from '@medcloud/contract/languages';
import { createTranslator } from 'use-intl/core';
import { type MessagesOf, messagesAt, type Namespace, splitNamespace } from './catalogue.ts';
import type { Messages } from './messages.ts';

/** A function from keys to texts in one language. Messages are ICU; `t.rich` supports tags. */
export type Translator<N extends Namespace> = ReturnType<typeof createTranslator<MessagesOf<N>>>;

const createUntyped = (language: Language, messages: Messages) =>
  createTranslator({ locale: languageTable[language].locale, messages });

// Each language has its own messages, so they identify the translator.
const translators = new WeakMap<Messages, ReturnType<typeof createUntyped>>();

/**
 * Returns the translator of a namespace. `messages` are those of its area, in that language. The compiler checks keys
 * and arguments.
 */
export function translatorOf<N extends Namespace>(namespace: N, language: Language, messages: Messages): Translator<N>;
export function translatorOf(namespace: Namespace, language: Language, messages: Messages) {
  const [, group] = splitNamespace(namespace);
  const own = messagesAt(messages, group);
  const known = translators.get(own) ?? createUntyped(language, own);
  translators.set(own, known);
  return known;
}

/** The keys of a namespace's texts: `login.title`. */
export type TextKey<N extends Namespace> = Parameters<Translator<N>>[0];

/** Returns whether a received code is a key of the namespace. */
export function hasText<N extends Namespace>(t: Translator<N>, key: string): key is TextKey<N>;
export function hasText(t: { has(key: string): boolean }, key: string): boolean {
  return t.has(key);
}
