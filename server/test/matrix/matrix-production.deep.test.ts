import { describe } from 'vitest';
import { playMatrix } from './play-matrix.ts';
import { playsOf } from './plays.ts';

/** Every row of exams and of the administrator behind a proxy that ends TLS. */
describe('the authorization matrix on https (T-AZ)', () => playMatrix('production', playsOf('records')));
