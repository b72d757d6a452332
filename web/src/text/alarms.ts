import { alarmsEl } from './alarms.el.ts';
import { alarmsEn } from './alarms.en.ts';
import { defineMessages } from './define-messages.ts';

/** Alarms that an administrator should check. */
export const alarmsText = defineMessages(alarmsEn, alarmsEl);
