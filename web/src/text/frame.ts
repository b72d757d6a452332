import { defineMessages } from './define-messages.ts';
import { frameEl } from './frame.el.ts';
import { frameEn } from './frame.en.ts';

/** What stands around every screen of an area. */
export const frameText = defineMessages(frameEn, frameEl);
