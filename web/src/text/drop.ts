import { defineMessages } from './define-messages.ts';
import { dropEl } from './drop.el.ts';
import { dropEn } from './drop.en.ts';

export const dropText = defineMessages(dropEn, dropEl);
