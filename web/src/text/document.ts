import { documentEl } from './document.el.ts';
import { documentEn } from './document.en.ts';
import { texts } from './texts.ts';

export const documentText = texts(documentEn, documentEl);
