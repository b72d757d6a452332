import { defineMessages } from './define-messages.ts';
import { kitEl } from './kit.el.ts';
import { kitEn } from './kit.en.ts';

export const kitText = defineMessages(kitEn, kitEl);
