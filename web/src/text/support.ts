import { defineMessages } from './define-messages.ts';
import { supportEl } from './support.el.ts';
import { supportEn } from './support.en.ts';

export const supportText = defineMessages(supportEn, supportEl);
