import { defineMessages } from './define-messages.ts';
import { stepUpEl } from './step-up.el.ts';
import { stepUpEn } from './step-up.en.ts';

export const stepUpText = defineMessages(stepUpEn, stepUpEl);
