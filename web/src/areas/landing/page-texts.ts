import type { Language } from '@medcloud/contract/languages';
import type { Messages } from '@medcloud/text/messages';

const files = import.meta.glob<Messages>('../../../../text/*/{common,pages/legal}.ts', {
  eager: true,
  import: 'messages',
});

/** Returns texts of the rendered pages that their script does not need. */
export function pageTexts(area: 'common' | 'pages/legal', language: Language): Messages {
  const texts = files[`../../../../text/${language}/${area}.ts`];
  if (!texts) throw new Error(`The rendered pages have no texts of ${area} in ${language}.`);
  return texts;
}
