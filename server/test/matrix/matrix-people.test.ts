import { describe } from 'vitest';
import { playMatrix } from './play-matrix.ts';
import { everyPlay } from './plays.ts';

describe('the authorization matrix of people (T-AZ)', () => playMatrix('evaluation', everyPlay('people')));
