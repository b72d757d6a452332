import { defineMessages } from './define-messages.ts';
import { previewEl } from './preview.el.ts';
import { previewEn } from './preview.en.ts';

export const previewText = defineMessages(previewEn, previewEl);
