import { stepUpEl } from './step-up.el.ts';
import { stepUpEn } from './step-up.en.ts';
import { texts } from './texts.ts';

export const stepUpText = texts(stepUpEn, stepUpEl);
