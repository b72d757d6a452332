import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { refresh } from './refresh.ts';

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
