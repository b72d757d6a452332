import type { Language } from '@medcloud/contract/languages';
import type { MessagesOf } from '@medcloud/text/catalogue';
import type { SameKeys } from '@medcloud/text/messages';

export type LandingTexts = SameKeys<MessagesOf<'pages/landing'>>;

// A rendered page holds every language, and so does its script.
const files = import.meta.glob<LandingTexts>('../../../../text/*/pages/landing.ts', {
  eager: true,
  import: 'messages',
});

/** Returns the landing page's texts in a language. */
export function landingTexts(language: Language): LandingTexts {
  const texts = files[`../../../../text/${language}/pages/landing.ts`];
  if (!texts) throw new Error(`The landing page has no texts in ${language}.`);
  return texts;
}
