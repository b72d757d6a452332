import { defineMessages } from './define-messages.ts';
import { grantEndEl } from './grant-end.el.ts';
import { grantEndEn } from './grant-end.en.ts';

export const grantEndText = defineMessages(grantEndEn, grantEndEl);
