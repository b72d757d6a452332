import { alarmsEl } from './alarms.el.ts';
import { alarmsEn } from './alarms.en.ts';
import { defineMessages } from './define-messages.ts';

/** What an administrator shall look at. */
export const alarmsText = defineMessages(alarmsEn, alarmsEl);
