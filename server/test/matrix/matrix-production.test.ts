import { describe } from 'vitest';
import { playMatrix } from './play-matrix.ts';
import { sample } from './plays.ts';

/** Behind a proxy that ends TLS: one row of each kind. All rows are in `matrix-production*.deep.test.ts`. */
describe('the authorization matrix on https (T-AZ)', () => playMatrix('production', sample()));
