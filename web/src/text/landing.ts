import { defineMessages } from './define-messages.ts';
import { landingEl } from './landing.el.ts';
import { landingEn } from './landing.en.ts';

export const landingText = defineMessages(landingEn, landingEl);
