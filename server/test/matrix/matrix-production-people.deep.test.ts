import { describe } from 'vitest';
import { casesOf } from './matrix-cases.ts';
import { runMatrix } from './run-matrix.ts';

/** Every row of people behind a proxy that ends TLS. */
describe('the authorization matrix on https (T-AZ)', () => runMatrix('production', casesOf('people')));
