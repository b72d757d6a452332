import { centerEl } from './center.el.ts';
import { centerEn } from './center.en.ts';
import { texts } from './texts.ts';

export const centerText = texts(centerEn, centerEl);
