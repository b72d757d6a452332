import { describe } from 'vitest';
import { casesOf } from './matrix-cases.ts';
import { runMatrix } from './run-matrix.ts';

/** Every row of the people phase, by every transport. */
describe('the authorization matrix of people (T-AZ)', () => runMatrix('evaluation', casesOf('people')));
