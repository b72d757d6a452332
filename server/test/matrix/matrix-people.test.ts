import { describe } from 'vitest';
import { casesOf } from './matrix-cases.ts';
import { runMatrix } from './run-matrix.ts';

/** Every row of people once; by every transport in `matrix-people.deep.test.ts`. */
describe('the authorization matrix of people (T-AZ)', () => runMatrix('evaluation', casesOf('people')));
