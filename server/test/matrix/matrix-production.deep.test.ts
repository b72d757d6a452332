import { describe } from 'vitest';
import { playMatrix } from './play-matrix.ts';
import { everyPlay } from './plays.ts';

/** Every row of the matrix behind a proxy that ends TLS. */
describe('the whole authorization matrix on https (T-AZ)', () =>
  playMatrix('production', [...everyPlay('people'), ...everyPlay('records')]));
