import { previewEl } from './preview.el.ts';
import { previewEn } from './preview.en.ts';
import { texts } from './texts.ts';

export const previewText = texts(previewEn, previewEl);
