import { defineMessages } from './define-messages.ts';
import { mismatchEl } from './mismatch.el.ts';
import { mismatchEn } from './mismatch.en.ts';

export const mismatchText = defineMessages(mismatchEn, mismatchEl);
