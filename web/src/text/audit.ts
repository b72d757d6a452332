import { auditEl } from './audit.el.ts';
import { auditEn } from './audit.en.ts';
import { texts } from './texts.ts';

export const auditText = texts(auditEn, auditEl);
