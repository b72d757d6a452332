import { ApiError } from '@medcloud/contract/api-client';
import type { Annotation, DraftItem } from '@medcloud/contract/shapes/annotations';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Draft } from './draft.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Keeps a draft by revisions, as the server does. `failure` makes each call fail. */
class DraftServer {
  revision = 0;
  items: readonly DraftItem[] = [];
  calls = 0;
  failure: Error | undefined;

  readonly load = async () => {
    if (this.failure) throw this.failure;
    return { revision: this.revision, items: [...this.items], updatedAt: null };
  };

  readonly save = async (items: readonly DraftItem[], revision: number) => {
    this.calls++;
    if (this.failure) throw this.failure;
    if (revision !== this.revision) {
      const current = { revision: this.revision, items: this.items, updatedAt: null };
      throw new ApiError(412, JSON.stringify({ code: 'revision_conflict', current }), null);
    }
    this.items = items;
    this.revision++;
    return { revision: this.revision, updatedAt: null };
  };
}

const newDraft = (server: DraftServer, onChange = (_received: boolean) => undefined) =>
  new Draft({
    load: server.load,
    save: server.save,
    now: () => Date.now(),
    onChange: (received) => onChange(received),
  });
const item = (id: string, label = ''): Omit<Annotation, 'updatedAt'> => ({
  id,
  kind: 'text',
  on: { image: { sop: '1.2', frame: 1 } },
  points: [[1, 1]],
  label,
});
const idsOf = (items: readonly DraftItem[]) => items.flatMap((one) => ('deleted' in one ? [] : [one.id])).toSorted();

describe('Draft', () => {
  it('sends a change one second after the last one, and is saved when the server has it', async () => {
    const server = new DraftServer();
    const draft = newDraft(server);
    await vi.advanceTimersByTimeAsync(0);
    expect(draft.phase).toBe('saved');
    draft.put(item('a'));
    await vi.advanceTimersByTimeAsync(900);
    draft.put(item('a', 'moved'));
    await vi.advanceTimersByTimeAsync(900);
    expect([draft.phase, draft.unsent, server.calls]).toEqual(['saving', 1, 0]);
    await vi.advanceTimersByTimeAsync(100);
    expect([draft.phase, draft.unsent, server.calls]).toEqual(['saved', 0, 1]);
    expect(server.items).toMatchObject([{ id: 'a', label: 'moved' }]);
  });

  it('loses no edit of two tabs, and both end equal', async () => {
    const server = new DraftServer();
    const tabs = [newDraft(server), newDraft(server)] as const;
    for (let edit = 0; edit < 100; edit++) {
      for (const [tab, draft] of tabs.entries()) {
        draft.put(item(`${tab}-${edit}`));
        draft.put(item('shared', `${tab}-${edit}`));
        if (edit % 10 === 9) draft.delete(`${tab}-${edit - 1}`);
      }
      await vi.advanceTimersByTimeAsync(edit % 3 === 0 ? 1_700 : 400);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    tabs[0].put(item('last')); // the other tab's last changes arrive with the next conflict
    await vi.advanceTimersByTimeAsync(2_000);
    expect(tabs.map((draft) => draft.unsent)).toEqual([0, 0]);
    expect(idsOf(server.items)).toHaveLength(182); // 200 less 20 deleted, the shared one and the last
    expect(idsOf(tabs[0].items)).toEqual(idsOf(server.items));
  });

  it('keeps changes without a connection and sends them when it returns', async () => {
    const server = new DraftServer();
    const draft = newDraft(server);
    await vi.advanceTimersByTimeAsync(0);
    server.failure = new TypeError('Failed to fetch');
    for (const id of ['a', 'b', 'c']) draft.put(item(id));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([draft.phase, draft.unsent]).toEqual(['failing', 3]);
    server.failure = undefined;
    await draft.flush();
    expect([draft.phase, draft.unsent, idsOf(server.items)]).toEqual(['saved', 0, ['a', 'b', 'c']]);
  });

  it('repeats by itself, no faster than the server asks', async () => {
    const server = new DraftServer();
    const draft = newDraft(server);
    await vi.advanceTimersByTimeAsync(0);
    server.failure = new ApiError(429, JSON.stringify({ code: 'rate_limited' }), '60');
    draft.put(item('a'));
    await vi.advanceTimersByTimeAsync(50_000);
    expect(server.calls).toBe(1);
    server.failure = undefined;
    await vi.advanceTimersByTimeAsync(11_000);
    expect(draft.phase).toBe('saved');
  });

  it('stops at a refusal until the next change', async () => {
    const server = new DraftServer();
    const draft = newDraft(server);
    await vi.advanceTimersByTimeAsync(0);
    server.failure = new ApiError(400, JSON.stringify({ code: 'validation' }), null);
    draft.put(item('a'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([draft.phase, draft.unsent, server.calls]).toEqual(['refused', 1, 1]);
    server.failure = undefined;
    draft.put(item('b'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([draft.phase, idsOf(server.items)]).toEqual(['saved', ['a', 'b']]);
  });

  it('merges what is drawn before the draft is loaded', async () => {
    const server = new DraftServer();
    server.items = [{ ...item('old'), updatedAt: new Date(0).toISOString() }];
    server.revision = 7;
    const received: boolean[] = [];
    const draft = newDraft(server, (isReceived) => void received.push(isReceived));
    draft.put(item('new'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(received).toContain(true);
    expect([idsOf(draft.items), idsOf(server.items), server.revision]).toEqual([['new', 'old'], ['new', 'old'], 8]);
  });

  it('sends unsent changes at leaving, with one request', async () => {
    const server = new DraftServer();
    const draft = newDraft(server);
    await vi.advanceTimersByTimeAsync(0);
    draft.put(item('a'));
    await draft.flushAtLeaving();
    expect([draft.unsent, server.calls]).toEqual([0, 1]);
    draft.put(item('b'));
    draft.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(idsOf(server.items)).toEqual(['a', 'b']);
  });

  it('takes 500 items and no more, but changes and deletes them', async () => {
    const draft = newDraft(new DraftServer());
    for (let index = 0; index < 500; index++) expect(draft.put(item(String(index)))).toBe(true);
    expect(draft.put(item('one more'))).toBe(false);
    expect(draft.put(item('7', 'changed'))).toBe(true);
    draft.delete('7');
    expect(draft.put(item('one more'))).toBe(true);
  });
});
