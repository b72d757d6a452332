import { describe, expect, it } from 'vitest';
import { PortalError } from './caller.ts';
import { faults } from './faults.ts';

const sentenceOf = (status: number, text: string) => new PortalError(status, text, null).sentence;

describe('what a screen says of an answer that is not 2xx', () => {
  it('is the portal’s own sentence, or its code’s', () => {
    expect(sentenceOf(409, '{"code":"conflict","message":"This is already registered."}')).toBe(
      'This is already registered.',
    );
    expect(sentenceOf(500, '{"code":"internal"}')).toBe(faults.internal.message);
  });

  it('is never the page of a proxy before the portal, nor nothing', () => {
    for (const text of ['<html><h1>502 Bad Gateway</h1></html>', '{"error":"upstream"}', ''])
      expect(sentenceOf(502, text)).toBe(faults.unavailable.message);
  });
});
