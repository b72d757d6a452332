import { leftOutEl } from './left-out.el.ts';
import { leftOutEn } from './left-out.en.ts';
import { texts } from './texts.ts';

export const leftOutText = texts(leftOutEn, leftOutEl);
