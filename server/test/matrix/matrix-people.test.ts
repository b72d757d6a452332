import { describe } from 'vitest';
import { casesOf } from './matrix-cases.ts';
import { runMatrix } from './run-matrix.ts';

/** The rows of the people phase that `npm test` selects; `matrix-people.deep.test.ts` sends all by every transport. */
describe('the authorization matrix of people (T-AZ)', () => runMatrix('evaluation', casesOf('people')));
