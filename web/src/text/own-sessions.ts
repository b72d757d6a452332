import { defineMessages } from './define-messages.ts';
import { ownSessionsEl } from './own-sessions.el.ts';
import { ownSessionsEn } from './own-sessions.en.ts';

export const ownSessionsText = defineMessages(ownSessionsEn, ownSessionsEl);
