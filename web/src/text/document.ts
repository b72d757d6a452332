import { defineMessages } from './define-messages.ts';
import { documentEl } from './document.el.ts';
import { documentEn } from './document.en.ts';

export const documentText = defineMessages(documentEn, documentEl);
