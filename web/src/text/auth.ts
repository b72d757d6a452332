import { authEl } from './auth.el.ts';
import { authEn } from './auth.en.ts';
import { texts } from './texts.ts';

/** Doors, sign-in, sign-up, the account page, and the areas' navigation. */
export const authText = texts(authEn, authEl);
