import { describe, expect, it } from 'vitest';
import { ApiError } from './api-client.ts';

const issueOf = (status: number, text: string) => new ApiError(status, text, null).issue;

describe('ApiError.issue', () => {
  it('returns the reason with its value, otherwise the fault code', () => {
    expect(issueOf(409, '{"code":"conflict","message":"This is already registered."}')).toBe('conflict');
    expect(issueOf(429, '{"code":"rate_limited","params":{"reason":"code_just_sent","value":"42"}}')).toBe(
      'code_just_sent:42',
    );
  });

  it('returns the message as received if the code is unknown', () => {
    expect(issueOf(400, '{"code":"newer_than_this","message":"A newer message."}')).toBe('A newer message.');
    expect(issueOf(502, 'Bad Gateway')).toBe('Bad Gateway');
  });

  it('returns `unavailable` for a proxy’s page, other JSON or an empty body', () => {
    for (const text of ['<html><h1>502 Bad Gateway</h1></html>', '{"error":"upstream"}', ''])
      expect(issueOf(502, text)).toBe('unavailable');
  });
});

describe('ApiError.fields', () => {
  it('names each field with its code and value, or the message of an older server', () => {
    const errors = [
      { field: 'name', message: 'Use at most 100 characters.', code: 'too_many_characters', params: { value: '100' } },
      { field: 'email', message: 'Please enter a valid email address' },
    ];
    expect(new ApiError(400, JSON.stringify({ code: 'validation', errors }), null).fields).toEqual([
      { field: 'name', issue: 'too_many_characters:100' },
      { field: 'email', issue: 'Please enter a valid email address' },
    ]);
  });
});
