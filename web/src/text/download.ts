import { downloadEl } from './download.el.ts';
import { downloadEn } from './download.en.ts';
import { texts } from './texts.ts';

export const downloadText = texts(downloadEn, downloadEl);
