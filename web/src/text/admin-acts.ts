import { adminActsEl } from './admin-acts.el.ts';
import { adminActsEn } from './admin-acts.en.ts';
import { defineMessages } from './define-messages.ts';

export const adminActsText = defineMessages(adminActsEn, adminActsEl);
