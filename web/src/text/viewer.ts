import { defineMessages } from './define-messages.ts';
import { viewerEl } from './viewer.el.ts';
import { viewerEn } from './viewer.en.ts';

export const viewerText = defineMessages(viewerEn, viewerEl);
