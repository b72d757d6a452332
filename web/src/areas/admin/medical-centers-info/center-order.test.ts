import { describe, expect, it } from 'vitest';
import { readOrder, withOrder } from './center-order.ts';

const read = (address: string) => readOrder(new URLSearchParams(address));

describe('the order of the centers in the address', () => {
  it('is by registration, descending, unless the address says otherwise', () => {
    expect(read('')).toEqual({ sortBy: 'registrationDate', sortOrder: 'desc' });
    expect(read('sortBy=renewalDate&sortOrder=asc')).toEqual({ sortBy: 'renewalDate', sortOrder: 'asc' });
    expect(read('sortBy=size&sortOrder=up')).toEqual(read(''));
  });

  it('leaves out what is the default, and keeps the rest of the address', () => {
    const before = new URLSearchParams('search=αιγ&sortBy=name');
    expect(withOrder(before, { sortBy: 'name', sortOrder: 'asc' }).get('sortOrder')).toBe('asc');
    const plain = withOrder(before, { sortBy: 'registrationDate', sortOrder: 'desc' });
    expect([...plain.keys()]).toEqual(['search']);
  });
});
