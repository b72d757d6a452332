import { authEl } from './auth.el.ts';
import { authEn } from './auth.en.ts';
import { defineMessages } from './define-messages.ts';

/** Sign-in, sign-up and the account page. */
export const authText = defineMessages(authEn, authEl);
