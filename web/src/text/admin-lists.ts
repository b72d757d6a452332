import { adminListsEl } from './admin-lists.el.ts';
import { adminListsEn } from './admin-lists.en.ts';
import { texts } from './texts.ts';

export const adminListsText = texts(adminListsEn, adminListsEl);
