import { describe } from 'vitest';
import { playMatrix } from './play-matrix.ts';
import { playsOf } from './plays.ts';

/** Every row of people by every transport. */
describe('the authorization matrix of people (T-AZ)', () => playMatrix('evaluation', playsOf('people')));
