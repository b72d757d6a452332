import { describe } from 'vitest';
import { playMatrix } from './play-matrix.ts';
import { playsOf } from './plays.ts';

/** Every row of exams and of the administrator by every transport. */
describe('the authorization matrix (T-AZ, T-GD1, T-H1)', () => playMatrix('evaluation', playsOf('records')));
