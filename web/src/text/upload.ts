import { defineMessages } from './define-messages.ts';
import { uploadEl } from './upload.el.ts';
import { uploadEn } from './upload.en.ts';

export const uploadText = defineMessages(uploadEn, uploadEl);
