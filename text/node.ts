import { type Language, languages } from '@medcloud/contract/languages';
import { type Area, type Namespace, splitNamespace } from './catalogue.ts';
import type { Messages } from './messages.ts';
import { type Translator, translatorOf } from './translate.ts';

/** The areas that the server words: responses, mail, SMS, exports, the system log. */
const areas = [
  'alarms',
  'audit',
  'audit/access-report',
  'breach-notices',
  'common',
  'consent-text',
  'faults',
  'health',
  'server/invoice',
  'server/messages',
  'server/recovery',
  'server/replies',
  'server/requests',
  'server/team',
  'system-log',
  'validation',
] as const satisfies readonly Area[];

type ServerArea = (typeof areas)[number];
type ServerNamespace = Extract<Namespace, ServerArea | `${ServerArea}.${string}`>;

async function loadArea(language: Language, area: Area): Promise<Messages> {
  return (await import(new URL(`${language}/${area}.ts`, import.meta.url).href)).messages;
}

const loaded = new Map<string, Messages>();
for (const language of languages)
  for (const area of areas) loaded.set(`${language}/${area}`, await loadArea(language, area));

/** Returns the messages of an area that the server words. */
export function serverMessages(area: Area, language: Language): Messages {
  const messages = loaded.get(`${language}/${area}`);
  if (!messages) throw new Error(`The server has no texts of ${area}.`);
  return messages;
}

/** Returns the translator of a namespace that the server words. */
export function serverTranslator<N extends ServerNamespace>(namespace: N, language: Language): Translator<N> {
  const [area] = splitNamespace(namespace);
  return translatorOf(namespace, language, serverMessages(area, language));
}
