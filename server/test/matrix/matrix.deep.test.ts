import { describe } from 'vitest';
import { casesOf } from './matrix-cases.ts';
import { runMatrix } from './run-matrix.ts';

/** Every row of the records phase, by every transport. */
describe('the authorization matrix (T-AZ, T-GD1, T-H1)', () => runMatrix('evaluation', casesOf('records')));
