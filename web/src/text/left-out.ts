import { defineMessages } from './define-messages.ts';
import { leftOutEl } from './left-out.el.ts';
import { leftOutEn } from './left-out.en.ts';

export const leftOutText = defineMessages(leftOutEn, leftOutEl);
