import { describe } from 'vitest';
import { playMatrix } from './play-matrix.ts';
import { everyPlay, spread } from './plays.ts';

const isFull = process.env.FULL !== undefined;

/** Behind a proxy that ends TLS: every route by every actor once, and all rows with `npm test -- --full`. */
describe('the authorization matrix on https (T-AZ)', () =>
  playMatrix('production', isFull ? [...everyPlay('people'), ...everyPlay('records')] : spread()));
