import { commonEl } from './common.el.ts';
import { commonEn } from './common.en.ts';
import { defineMessages } from './define-messages.ts';

/** What every screen shares. Read it with `useUiText()`. */
export const commonText = defineMessages(commonEn, commonEl);
