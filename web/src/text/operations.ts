import { defineMessages } from './define-messages.ts';
import { operationsEl } from './operations.el.ts';
import { operationsEn } from './operations.en.ts';

export const operationsText = defineMessages(operationsEn, operationsEl);
