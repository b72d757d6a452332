import { consentTextParts } from '@medcloud/contract/consent-text';
import type { Language } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';

/** Returns the text whose hash is stored with a grant. */
export function joinConsentText(language: Language): string {
  const t = serverTranslator('consent-text', language);
  return consentTextParts.map((part) => t(part)).join('\n');
}
