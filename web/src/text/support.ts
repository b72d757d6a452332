import { supportEl } from './support.el.ts';
import { supportEn } from './support.en.ts';
import { texts } from './texts.ts';

export const supportText = texts(supportEn, supportEl);
