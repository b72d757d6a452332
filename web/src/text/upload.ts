import { texts } from './texts.ts';
import { uploadEl } from './upload.el.ts';
import { uploadEn } from './upload.en.ts';

export const uploadText = texts(uploadEn, uploadEl);
