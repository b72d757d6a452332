import { describe, expect, it } from 'vitest';
import { parseOrder, withOrder } from './center-order.ts';

const parse = (address: string) => parseOrder(new URLSearchParams(address));

describe('parseOrder and withOrder', () => {
  it('returns the registration date, descending, unless the URL names another order', () => {
    expect(parse('')).toEqual({ sortBy: 'registrationDate', sortOrder: 'desc' });
    expect(parse('sortBy=renewalDate&sortOrder=asc')).toEqual({ sortBy: 'renewalDate', sortOrder: 'asc' });
    expect(parse('sortBy=size&sortOrder=up')).toEqual(parse(''));
  });

  it('leaves default values out of the URL and keeps its other parameters', () => {
    const before = new URLSearchParams('search=αιγ&sortBy=name');
    expect(withOrder(before, { sortBy: 'name', sortOrder: 'asc' }).get('sortOrder')).toBe('asc');
    const plain = withOrder(before, { sortBy: 'registrationDate', sortOrder: 'desc' });
    expect([...plain.keys()]).toEqual(['search']);
  });
});
