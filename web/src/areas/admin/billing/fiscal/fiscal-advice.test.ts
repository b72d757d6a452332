import { expect, it } from 'vitest';
import { adviceFor } from './fiscal-advice.ts';

it.each([
  [{ state: 'waiting', driver: 'mydata', errorCode: null }, 'soon'],
  [{ state: 'waiting', driver: 'mydata', errorCode: 'http_503' }, 'unreachable'],
  [{ state: 'waiting', driver: 'mydata', errorCode: 'http_401' }, 'credentials'],
  [{ state: 'unknown', driver: 'mydata', errorCode: 'http_401' }, 'credentials'],
  [{ state: 'unknown', driver: 'mydata', errorCode: 'timeout' }, 'asked'],
  [{ state: 'waiting', driver: 'file', errorCode: 'EACCES' }, 'folder'],
  [{ state: 'rejected', driver: 'mydata', errorCode: '203' }, 'refused'],
  [{ state: 'rejected', driver: 'mydata', errorCode: '202' }, 'vatNumber'],
  [{ state: 'rejected', driver: 'mydata', errorCode: '201' }, 'seller'],
  [{ state: 'accepted', driver: 'mydata', errorCode: '251' }, 'cancelRefused'],
  [{ state: 'accepted', driver: 'mydata', errorCode: null }, null],
  [{ state: 'cancelled', driver: 'mydata', errorCode: null }, null],
] as const)('advises for %o %s', (document, advice) => {
  expect(adviceFor(document)).toBe(advice);
});
