import { consentEl } from './consent.el.ts';
import { consentEn } from './consent.en.ts';
import { defineMessages } from './define-messages.ts';

/** The consent page. What a patient agrees to word for word stands in the contract (`consent-text.ts`), not here. */
export const consentText = defineMessages(consentEn, consentEl);
