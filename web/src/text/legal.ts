import { defineMessages } from './define-messages.ts';
import { legalEl } from './legal.el.ts';
import { legalEn } from './legal.en.ts';

export const legalText = defineMessages(legalEn, legalEl);
