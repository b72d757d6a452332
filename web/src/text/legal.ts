import { legalEl } from './legal.el.ts';
import { legalEn } from './legal.en.ts';
import { texts } from './texts.ts';

export const legalText = texts(legalEn, legalEl);
