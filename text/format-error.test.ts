import { describe, expect, it } from 'vitest';
import { messages as greekMessages } from './el/health.ts';
import { messages as englishMessages } from './en/health.ts';
import { formatError } from './format-error.ts';
import { translatorOf } from './translate.ts';

const english = translatorOf('health', 'en', englishMessages);
const greek = translatorOf('health', 'el', greekMessages);

describe('formatError', () => {
  it.each([
    ['Error ERR_STREAM_PREMATURE_CLOSE', englishMessages.errors.closed],
    ['GatewayError econnrefused', englishMessages.errors.refused],
    ['BlobError io', englishMessages.errors.storage],
    ['sms-budget-spent', englishMessages.errors.limit],
    ['Error', englishMessages.errors.unexpected],
    ['?', englishMessages.errors.unexpected],
  ])('describes %s', (error, text) => {
    expect(formatError(english, error)).toBe(text);
  });

  it('adds the number of the database, the mail server and the gateways', () => {
    expect(formatError(english, 'error 42P01')).toBe('database error 42P01');
    expect(formatError(greek, 'error 23505')).toBe('σφάλμα βάσης δεδομένων 23505');
    expect(formatError(english, 'smtp_550')).toBe('mail server error 550');
    expect(formatError(english, 'GatewayError twilio_21211')).toBe('SMS gateway error 21211');
    expect(formatError(english, 'http_422')).toBe('gateway error 422');
  });

  it('keeps an unknown error', () => {
    expect(formatError(english, 'TypeError E_NEW')).toBe('TypeError E_NEW');
  });
});
