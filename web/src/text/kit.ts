import { kitEl } from './kit.el.ts';
import { kitEn } from './kit.en.ts';
import { texts } from './texts.ts';

export const kitText = texts(kitEn, kitEl);
