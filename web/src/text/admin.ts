import { adminEl } from './admin.el.ts';
import { adminEn } from './admin.en.ts';
import { texts } from './texts.ts';

export const adminText = texts(adminEn, adminEl);
