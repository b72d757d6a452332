import { landingEl } from './landing.el.ts';
import { landingEn } from './landing.en.ts';
import { texts } from './texts.ts';

export const landingText = texts(landingEn, landingEl);
