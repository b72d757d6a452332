import { commonEl } from './common.el.ts';
import { commonEn } from './common.en.ts';
import { texts } from './texts.ts';

/** What every screen shares. Read it with `useUiText()`. */
export const commonText = texts(commonEn, commonEl);
