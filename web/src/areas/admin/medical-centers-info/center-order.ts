import { centerSorts } from '@medcloud/contract/choices';
import type { CenterSort } from '@medcloud/contract/shapes/accounts';
import { useSearchParams } from 'react-router';
import { withParam } from '../../../app/routing/url-text.ts';
import type { CenterListQuery } from '../../../calls/admin.ts';

type Order = Omit<CenterListQuery, 'search'>;

/** Registration date, descending, unless the address says otherwise (specification, section 9). What it mistypes counts as not said. */
export function parseOrder(params: URLSearchParams): Order {
  return {
    sortBy: centerSorts.find((sort) => sort === params.get('sortBy')) ?? 'registrationDate',
    sortOrder: params.get('sortOrder') === 'asc' ? 'asc' : 'desc',
  };
}

/** The address of an order; what is the default stays out of it. */
export function withOrder(before: URLSearchParams, { sortBy, sortOrder }: Order): URLSearchParams {
  const sorted = withParam(before, 'sortBy', sortBy === 'registrationDate' ? '' : sortBy);
  return withParam(sorted, 'sortOrder', sortOrder === 'asc' ? 'asc' : '');
}

/** The list's order, kept in the address. */
export function useCenterOrder() {
  const [params, setParams] = useSearchParams();
  const order = parseOrder(params);
  const change = (next: Order) => setParams((before) => withOrder(before, next), { replace: true });
  return {
    ...order,
    sort: (sortBy: CenterSort) => change({ ...order, sortBy }),
    reverse: () => change({ ...order, sortOrder: order.sortOrder === 'asc' ? 'desc' : 'asc' }),
  };
}
