import { grantEndEl } from './grant-end.el.ts';
import { grantEndEn } from './grant-end.en.ts';
import { texts } from './texts.ts';

export const grantEndText = texts(grantEndEn, grantEndEl);
