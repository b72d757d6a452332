import { describe } from 'vitest';
import { sampleCases } from './matrix-cases.ts';
import { runMatrix } from './run-matrix.ts';

/** Behind a proxy that ends TLS: one row of each kind. All rows are in `matrix-production*.deep.test.ts`. */
describe('the authorization matrix on https (T-AZ)', () => runMatrix('production', sampleCases()));
