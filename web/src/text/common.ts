import { commonEl } from './common.el.ts';
import { commonEn } from './common.en.ts';
import { defineMessages } from './define-messages.ts';

/** Texts that all screens share. Use them with `useUiText()`. */
export const commonText = defineMessages(commonEn, commonEl);
