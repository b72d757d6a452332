import { mismatchEl } from './mismatch.el.ts';
import { mismatchEn } from './mismatch.en.ts';
import { texts } from './texts.ts';

export const mismatchText = texts(mismatchEn, mismatchEl);
