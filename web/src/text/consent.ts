import { consentEl } from './consent.el.ts';
import { consentEn } from './consent.en.ts';
import { defineMessages } from './define-messages.ts';

/** The consent page. The consent text itself is in the contract (`consent-text.ts`). */
export const consentText = defineMessages(consentEn, consentEl);
