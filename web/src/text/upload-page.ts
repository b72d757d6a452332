import { defineMessages } from './define-messages.ts';
import { uploadPageEl } from './upload-page.el.ts';
import { uploadPageEn } from './upload-page.en.ts';

export const uploadPageText = defineMessages(uploadPageEn, uploadPageEl);
