import { describe } from 'vitest';
import { casesOf } from './matrix-cases.ts';
import { runMatrix } from './run-matrix.ts';

/** Every row of exams and of the administrator by every transport. */
describe('the authorization matrix (T-AZ, T-GD1, T-H1)', () => runMatrix('evaluation', casesOf('records')));
