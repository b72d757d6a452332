import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { refresh, refreshAfterAct } from './refresh.ts';

it('fetches again what was first asked for before the event, and answered without it', async () => {
  const client = new QueryClient();
  const first = Promise.withResolvers<string>();
  const ask = vi.fn().mockReturnValueOnce(first.promise).mockResolvedValueOnce('with the event');
  const observer = new QueryObserver(client, { queryKey: ['/api/list', {}], queryFn: ask });
  const seen: unknown[] = [];
  const stop = observer.subscribe(({ data }) => seen.push(data));
  const refreshed = refresh(client, ['/api/list', '/api/other']);
  first.resolve('without it');
  await refreshed;
  stop();
  expect(ask).toHaveBeenCalledTimes(2);
  expect(seen.at(-1)).toBe('with the event');
});

it('fetches a list that one has left, too, after an own act: coming back shows nothing from before', async () => {
  const client = new QueryClient();
  const ask = vi.fn().mockResolvedValueOnce('before').mockResolvedValueOnce('after');
  const observer = new QueryObserver(client, { queryKey: ['/api/list', {}], queryFn: ask, staleTime: 60_000 });
  observer.subscribe(() => undefined)();
  await client.fetchQuery({ queryKey: ['/api/list', {}], queryFn: ask, staleTime: 60_000 });
  await refreshAfterAct(client, ['/api/list']);
  await expect.poll(() => client.getQueryData(['/api/list', {}])).toBe('after');
  expect(ask).toHaveBeenCalledTimes(2);
});
