import { texts } from './texts.ts';
import { uploadDockEl } from './upload-dock.el.ts';
import { uploadDockEn } from './upload-dock.en.ts';

export const uploadDockText = texts(uploadDockEn, uploadDockEl);
