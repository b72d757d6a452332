import { describe } from 'vitest';
import { playMatrix } from './play-matrix.ts';
import { playsOf } from './plays.ts';

/** Every row of people once; by every transport in `matrix-people.deep.test.ts`. */
describe('the authorization matrix of people (T-AZ)', () => playMatrix('evaluation', playsOf('people')));
