import { describe, expect, it } from 'vitest';
import { computeRetryDelay, isEventKind } from './event-stream.ts';
import { parseEvents } from './server-events.ts';

describe('parseEvents, isEventKind and computeRetryDelay', () => {
  it('parses events regardless of chunk boundaries', () => {
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

  it('accepts only known kinds', () => {
    expect(isEventKind('request')).toBe(true);
    expect(isEventKind('message')).toBe(false);
  });

  it('doubles the delay with each failure, up to 30 s', () => {
    const maxRandom = () => 1;
    expect([1, 2, 3, 5, 9].map((failures) => computeRetryDelay(failures, maxRandom))).toEqual([
      1000, 2000, 4000, 16000, 30000,
    ]);
    expect(computeRetryDelay(1, () => 0)).toBe(500);
  });
});
