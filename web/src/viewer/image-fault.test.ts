import { ApiError } from '@medcloud/contract/api-client';
import { expect, it } from 'vitest';
import { faultOf } from './image-fault.ts';

const faultOfStatus = (status: number) => faultOf(new ApiError(status, '', null));

it('classifies only errors that a retry may fix as unreachable', () => {
  expect([404, 406].map(faultOfStatus)).toEqual(['missing', 'undecodable']);
  expect([401, 429, 500, 503].map(faultOfStatus)).toEqual(Array(4).fill('unreachable'));
  expect(faultOf(new TypeError('Failed to fetch'))).toBe('unreachable');
  expect(faultOf(new Error('The decoder returned no image'))).toBe('undecodable');
});
