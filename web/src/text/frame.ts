import { defineMessages } from './define-messages.ts';
import { frameEl } from './frame.el.ts';
import { frameEn } from './frame.en.ts';

/** The layout of an area: its navigation, its guard. */
export const frameText = defineMessages(frameEn, frameEl);
