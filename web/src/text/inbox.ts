import { defineMessages } from './define-messages.ts';
import { inboxEl } from './inbox.el.ts';
import { inboxEn } from './inbox.en.ts';

export const inboxText = defineMessages(inboxEn, inboxEl);
