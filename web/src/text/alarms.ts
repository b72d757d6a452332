import { alarmsEl } from './alarms.el.ts';
import { alarmsEn } from './alarms.en.ts';
import { texts } from './texts.ts';

/** What an administrator shall look at. */
export const alarmsText = texts(alarmsEn, alarmsEl);
