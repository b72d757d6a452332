import { contactEl } from './contact.el.ts';
import { contactEn } from './contact.en.ts';
import { texts } from './texts.ts';

export const contactText = texts(contactEn, contactEl);
