import { centerEl } from './center.el.ts';
import { centerEn } from './center.en.ts';
import { defineMessages } from './define-messages.ts';

export const centerText = defineMessages(centerEn, centerEl);
