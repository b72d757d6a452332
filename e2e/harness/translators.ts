import { readdirSync } from 'node:fs';
import { type Language, languages } from '@medcloud/contract/languages';
import { type Namespace, splitNamespace } from '@medcloud/text/catalogue';
import type { Messages } from '@medcloud/text/messages';
import { type Translator, translatorOf } from '@medcloud/text/translate';

const folder = new URL('../../text/', import.meta.url);
const loaded = new Map<string, Messages>();
for (const language of languages)
  for (const file of readdirSync(new URL(`${language}/`, folder), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const path = `${language}/${file.replaceAll('\\', '/')}`;
    loaded.set(path, (await import(new URL(path, folder).href)).messages);
  }

/** Returns an area's messages in one language. */
export function messagesOf(namespace: Namespace, language: Language): Messages {
  const [area] = splitNamespace(namespace);
  const messages = loaded.get(`${language}/${area}.ts`);
  if (!messages) throw new Error(`There are no texts of ${area} in ${language}.`);
  return messages;
}

/** Returns the translator of a namespace in one language. */
export function createTextTranslator<N extends Namespace>(namespace: N, language: Language): Translator<N> {
  return translatorOf(namespace, language, messagesOf(namespace, language));
}

/** Returns the screen texts of one language by area and key, so one script works in every language. */
export function createTranslators(language: Language) {
  return {
    language,
    common: createTextTranslator('common', language),
    auth: createTextTranslator('auth', language),
    factors: createTextTranslator('account/factors', language),
    frame: createTextTranslator('frame', language),
    landing: createTextTranslator('pages/landing', language),
    contact: createTextTranslator('support.contactPage', language),
    support: createTextTranslator('support', language),
    center: createTextTranslator('center', language),
    upload: createTextTranslator('frame.uploads', language),
    uploadPage: createTextTranslator('upload', language),
    exams: createTextTranslator('exams', language),
    download: createTextTranslator('exams.originals', language),
    content: createTextTranslator('exams.content', language),
    dates: createTextTranslator('data/dates', language),
    doctor: createTextTranslator('doctor', language),
    doctorAccount: createTextTranslator('account', language),
    consent: createTextTranslator('consent', language),
    own: createTextTranslator('access.own', language),
    admin: createTextTranslator('admin', language),
    adminLists: createTextTranslator('admin.lists', language),
    inbox: createTextTranslator('inbox', language),
    health: createTextTranslator('health', language),
    operations: createTextTranslator('operations', language),
    validation: createTextTranslator('validation', language),
    faults: createTextTranslator('faults', language),
    audit: createTextTranslator('audit', language),
  };
}

export type Translators = ReturnType<typeof createTranslators>;
