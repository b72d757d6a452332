import { adminListsEl } from './admin-lists.el.ts';
import { adminListsEn } from './admin-lists.en.ts';
import { defineMessages } from './define-messages.ts';

export const adminListsText = defineMessages(adminListsEn, adminListsEl);
