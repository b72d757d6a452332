import { describe, expect, it } from 'vitest';
import { takeEvents } from '../../lib/server-events.ts';
import { isEventKind, waitAfter } from './live.ts';

describe('the event stream', () => {
  it('is taken apart into messages, whatever the ends of chunks', () => {
    const stream =
      'retry: 3000\n: open\n\nevent: grant\ndata: {"ids":["one"]}\n\n: beat\n\nevent: exam\r\ndata: {}\r\n\r\nevent: rev';
    expect(takeEvents(stream)).toEqual({
      events: [
        { kind: 'grant', data: '{"ids":["one"]}' },
        { kind: 'exam', data: '{}' },
      ],
      rest: 'event: rev',
    });
    const { events } = takeEvents(`${takeEvents(stream).rest}oke\ndata: {}\n\n`);
    expect(events).toEqual([{ kind: 'revoke', data: '{}' }]);
  });

  it('knows its own kinds only', () => {
    expect(isEventKind('request')).toBe(true);
    expect(isEventKind('message')).toBe(false);
  });

  it('is opened again after a wait that doubles up to half a minute', () => {
    const longest = () => 1;
    expect([1, 2, 3, 5, 9].map((failures) => waitAfter(failures, longest))).toEqual([1000, 2000, 4000, 16000, 30000]);
    expect(waitAfter(1, () => 0)).toBe(500);
  });
});
