import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { refreshAfterMutation, refreshQueries } from './refresh.ts';

it('refetches a first request that was sent before the event and answered without it', async () => {
  const client = new QueryClient();
  const first = Promise.withResolvers<string>();
  const fetchList = vi.fn().mockReturnValueOnce(first.promise).mockResolvedValueOnce('with the event');
  const observer = new QueryObserver(client, { queryKey: ['/api/list', {}], queryFn: fetchList });
  const results: unknown[] = [];
  const unsubscribe = observer.subscribe(({ data }) => results.push(data));
  const refreshed = refreshQueries(client, ['/api/list', '/api/other']);
  first.resolve('without it');
  await refreshed;
  unsubscribe();
  expect(fetchList).toHaveBeenCalledTimes(2);
  expect(results.at(-1)).toBe('with the event');
});

it('refetches an inactive list after a mutation, so returning to it shows no old data', async () => {
  const client = new QueryClient();
  const fetchList = vi.fn().mockResolvedValueOnce('before').mockResolvedValueOnce('after');
  const observer = new QueryObserver(client, { queryKey: ['/api/list', {}], queryFn: fetchList, staleTime: 60_000 });
  observer.subscribe(() => undefined)();
  await client.fetchQuery({ queryKey: ['/api/list', {}], queryFn: fetchList, staleTime: 60_000 });
  await refreshAfterMutation(client, ['/api/list']);
  await expect.poll(() => client.getQueryData(['/api/list', {}])).toBe('after');
  expect(fetchList).toHaveBeenCalledTimes(2);
});
