import { frameEl } from './frame.el.ts';
import { frameEn } from './frame.en.ts';
import { texts } from './texts.ts';

/** What stands around every screen of an area. */
export const frameText = texts(frameEn, frameEl);
