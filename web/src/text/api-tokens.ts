import { apiTokensEl } from './api-tokens.el.ts';
import { apiTokensEn } from './api-tokens.en.ts';
import { defineMessages } from './define-messages.ts';

export const apiTokensText = defineMessages(apiTokensEn, apiTokensEl);
