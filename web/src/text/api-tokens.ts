import { apiTokensEl } from './api-tokens.el.ts';
import { apiTokensEn } from './api-tokens.en.ts';
import { texts } from './texts.ts';

export const apiTokensText = texts(apiTokensEn, apiTokensEl);
