import { centerSorts } from '@medcloud/contract/choices';
import type { CenterSort } from '@medcloud/contract/shapes/accounts';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import type { CenterListQuery } from '../../../calls/admin.ts';

type Order = Omit<CenterListQuery, 'search'>;

/**
 * Parses the order from the URL. Missing or invalid values give the default: registration date, descending
 * (specification, section 9).
 */
export function parseOrder(params: URLSearchParams): Order {
  return {
    sortBy: centerSorts.find((sort) => sort === params.get('sortBy')) ?? 'registrationDate',
    sortOrder: params.get('sortOrder') === 'asc' ? 'asc' : 'desc',
  };
}

/** Returns the URL parameters with this order. Default values are left out. */
export function withOrder(before: URLSearchParams, { sortBy, sortOrder }: Order): URLSearchParams {
  const sorted = withParam(before, 'sortBy', sortBy === 'registrationDate' ? '' : sortBy);
  return withParam(sorted, 'sortOrder', sortOrder === 'asc' ? 'asc' : '');
}

/** Returns the list's order, which the URL stores, and its setter. */
export function useCenterOrder() {
  const [params, setParams] = useUrlParams();
  const order = parseOrder(params);
  const change = (next: Order) => setParams((before) => withOrder(before, next), { replace: true });
  return {
    ...order,
    sort: (sortBy: CenterSort) => change({ ...order, sortBy }),
    reverse: () => change({ ...order, sortOrder: order.sortOrder === 'asc' ? 'desc' : 'asc' }),
  };
}
