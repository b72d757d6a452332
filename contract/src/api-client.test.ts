import { describe, expect, it } from 'vitest';
import { ApiError } from './api-client.ts';
import { faults } from './faults.ts';

const userMessageOf = (status: number, text: string) => new ApiError(status, text, null).userMessage;

describe('what a screen says of an answer that is not 2xx', () => {
  it('is the portal’s own sentence, or its code’s', () => {
    expect(userMessageOf(409, '{"code":"conflict","message":"This is already registered."}')).toBe(
      'This is already registered.',
    );
    expect(userMessageOf(500, '{"code":"internal"}')).toBe(faults.internal.message);
  });

  it('is never the page of a proxy before the portal, nor nothing', () => {
    for (const text of ['<html><h1>502 Bad Gateway</h1></html>', '{"error":"upstream"}', ''])
      expect(userMessageOf(502, text)).toBe(faults.unavailable.message);
  });
});
