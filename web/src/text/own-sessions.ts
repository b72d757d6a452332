import { ownSessionsEl } from './own-sessions.el.ts';
import { ownSessionsEn } from './own-sessions.en.ts';
import { texts } from './texts.ts';

export const ownSessionsText = texts(ownSessionsEn, ownSessionsEl);
