import { defineMessages } from './define-messages.ts';
import { paletteEl } from './palette.el.ts';
import { paletteEn } from './palette.en.ts';

export const paletteText = defineMessages(paletteEn, paletteEl);
