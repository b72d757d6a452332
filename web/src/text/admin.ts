import { adminEl } from './admin.el.ts';
import { adminEn } from './admin.en.ts';
import { defineMessages } from './define-messages.ts';

export const adminText = defineMessages(adminEn, adminEl);
