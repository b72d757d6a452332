import { dropEl } from './drop.el.ts';
import { dropEn } from './drop.en.ts';
import { texts } from './texts.ts';

export const dropText = texts(dropEn, dropEl);
