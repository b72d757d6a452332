import { operationsEl } from './operations.el.ts';
import { operationsEn } from './operations.en.ts';
import { texts } from './texts.ts';

export const operationsText = texts(operationsEn, operationsEl);
