import { describe, expect, it } from 'vitest';
import { ApiError } from './api-client.ts';
import { faults } from './faults.ts';

const userMessageOf = (status: number, text: string) => new ApiError(status, text, null).userMessage;

describe('ApiError.userMessage', () => {
  it('returns the message of the response body, or the default message of its code', () => {
    expect(userMessageOf(409, '{"code":"conflict","message":"This is already registered."}')).toBe(
      'This is already registered.',
    );
    expect(userMessageOf(500, '{"code":"internal"}')).toBe(faults.internal.message);
  });

  it('returns the message of `unavailable` for a proxy’s page, other JSON or an empty body', () => {
    for (const text of ['<html><h1>502 Bad Gateway</h1></html>', '{"error":"upstream"}', ''])
      expect(userMessageOf(502, text)).toBe(faults.unavailable.message);
  });
});
