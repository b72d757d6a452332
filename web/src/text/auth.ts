import { authEl } from './auth.el.ts';
import { authEn } from './auth.en.ts';
import { texts } from './texts.ts';

/** Doors, sign-in, sign-up and the account page. */
export const authText = texts(authEn, authEl);
