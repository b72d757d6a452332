import { contactEl } from './contact.el.ts';
import { contactEn } from './contact.en.ts';
import { defineMessages } from './define-messages.ts';

export const contactText = defineMessages(contactEn, contactEl);
