import { describe, expect, it } from 'vitest';
import { parseOrder, withOrder } from './center-order.ts';

const parse = (address: string) => parseOrder(new URLSearchParams(address));

describe('the order of the centers in the address', () => {
  it('is by registration, descending, unless the address says otherwise', () => {
    expect(parse('')).toEqual({ sortBy: 'registrationDate', sortOrder: 'desc' });
    expect(parse('sortBy=renewalDate&sortOrder=asc')).toEqual({ sortBy: 'renewalDate', sortOrder: 'asc' });
    expect(parse('sortBy=size&sortOrder=up')).toEqual(parse(''));
  });

  it('leaves out what is the default, and keeps the rest of the address', () => {
    const before = new URLSearchParams('search=αιγ&sortBy=name');
    expect(withOrder(before, { sortBy: 'name', sortOrder: 'asc' }).get('sortOrder')).toBe('asc');
    const plain = withOrder(before, { sortBy: 'registrationDate', sortOrder: 'desc' });
    expect([...plain.keys()]).toEqual(['search']);
  });
});
