import { adminActsEl } from './admin-acts.el.ts';
import { adminActsEn } from './admin-acts.en.ts';
import { texts } from './texts.ts';

export const adminActsText = texts(adminActsEn, adminActsEl);
