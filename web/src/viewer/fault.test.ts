import { PortalError } from '@medcloud/contract/caller';
import { expect, it } from 'vitest';
import { faultOf } from './fault.ts';

const answered = (status: number) => faultOf(new PortalError(status, '', null));

it('lets one try again only what may come yet', () => {
  expect([404, 406].map(answered)).toEqual(['missing', 'undecodable']);
  expect([401, 429, 500, 503].map(answered)).toEqual(Array(4).fill('unreachable'));
  expect(faultOf(new TypeError('Failed to fetch'))).toBe('unreachable');
  expect(faultOf(new Error('The decoder gave no picture'))).toBe('undecodable');
});
