import { inboxEl } from './inbox.el.ts';
import { inboxEn } from './inbox.en.ts';
import { texts } from './texts.ts';

export const inboxText = texts(inboxEn, inboxEl);
