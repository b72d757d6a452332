import { paletteEl } from './palette.el.ts';
import { paletteEn } from './palette.en.ts';
import { texts } from './texts.ts';

export const paletteText = texts(paletteEn, paletteEl);
