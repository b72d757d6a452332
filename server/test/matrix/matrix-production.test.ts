import { describe } from 'vitest';
import { playMatrix } from './play-matrix.ts';
import { spread } from './plays.ts';

/** Behind a proxy that ends TLS: every route by every actor once. All rows are in `matrix-production.deep.test.ts`. */
describe('the authorization matrix on https (T-AZ)', () => playMatrix('production', spread()));
