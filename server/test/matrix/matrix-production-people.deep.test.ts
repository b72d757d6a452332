import { describe } from 'vitest';
import { casesOf } from './matrix-cases.ts';
import { runMatrix } from './run-matrix.ts';

/** Every row of the people phase, behind a proxy that terminates TLS. */
describe('the authorization matrix on https (T-AZ)', () => runMatrix('production', casesOf('people')));
