import { texts } from './texts.ts';
import { viewerEl } from './viewer.el.ts';
import { viewerEn } from './viewer.en.ts';

export const viewerText = texts(viewerEn, viewerEl);
