import { texts } from './texts.ts';
import { uploadPageEl } from './upload-page.el.ts';
import { uploadPageEn } from './upload-page.en.ts';

export const uploadPageText = texts(uploadPageEn, uploadPageEl);
