import { defineMessages } from './define-messages.ts';
import { downloadEl } from './download.el.ts';
import { downloadEn } from './download.en.ts';

export const downloadText = defineMessages(downloadEn, downloadEl);
