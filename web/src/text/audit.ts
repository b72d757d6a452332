import { auditEl } from './audit.el.ts';
import { auditEn } from './audit.en.ts';
import { defineMessages } from './define-messages.ts';

export const auditText = defineMessages(auditEn, auditEl);
