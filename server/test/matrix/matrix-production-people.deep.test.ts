import { describe } from 'vitest';
import { casesOf } from './matrix-cases.ts';
import { runMatrix } from './run-matrix.ts';

/**
 * Every row of the people phase, behind a proxy that terminates TLS, by one transport in rotation: what https changes is the same for
 * each. On loopback every row is sent by every transport.
 */
describe('the authorization matrix on https (T-AZ)', () =>
  runMatrix('production', casesOf('people', { hasOneTransport: true })));
