import { describe } from 'vitest';
import { sampleCases } from './matrix-cases.ts';
import { runMatrix } from './run-matrix.ts';

/** One row of each kind, behind a proxy that terminates TLS. `matrix-production*.deep.test.ts` has all rows. */
describe('the authorization matrix on https (T-AZ)', () => runMatrix('production', sampleCases()));
