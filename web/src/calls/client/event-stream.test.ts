import { describe, expect, it } from 'vitest';
import { parseEvents } from '../../lib/server-events.ts';
import { computeRetryDelay, isEventKind } from './event-stream.ts';

describe('the event stream', () => {
  it('is taken apart into messages, whatever the ends of chunks', () => {
    const stream =
      'retry: 3000\n: open\n\nevent: grant\ndata: {"ids":["one"]}\n\n: beat\n\nevent: exam\r\ndata: {}\r\n\r\nevent: rev';
    expect(parseEvents(stream)).toEqual({
      events: [
        { kind: 'grant', data: '{"ids":["one"]}' },
        { kind: 'exam', data: '{}' },
      ],
      rest: 'event: rev',
    });
    const { events } = parseEvents(`${parseEvents(stream).rest}oke\ndata: {}\n\n`);
    expect(events).toEqual([{ kind: 'revoke', data: '{}' }]);
  });

  it('knows its own kinds only', () => {
    expect(isEventKind('request')).toBe(true);
    expect(isEventKind('message')).toBe(false);
  });

  it('is opened again after a wait that doubles up to half a minute', () => {
    const maxRandom = () => 1;
    expect([1, 2, 3, 5, 9].map((failures) => computeRetryDelay(failures, maxRandom))).toEqual([
      1000, 2000, 4000, 16000, 30000,
    ]);
    expect(computeRetryDelay(1, () => 0)).toBe(500);
  });
});
