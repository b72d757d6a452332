import { defineMessages } from './define-messages.ts';
import { uploadDockEl } from './upload-dock.el.ts';
import { uploadDockEn } from './upload-dock.en.ts';

export const uploadDockText = defineMessages(uploadDockEn, uploadDockEl);
