import { describe, expect, it } from 'vitest';
import { parseViesUrl } from './vies-url.ts';

describe('parseViesUrl', () => {
  it('is the Commission’s service on https, and none on loopback', () => {
    expect(parseViesUrl(undefined, 'production')).toBe('https://ec.europa.eu/taxation_customs/vies/rest-api');
    expect(parseViesUrl(undefined, 'evaluation')).toBeNull();
    expect(parseViesUrl('off', 'production')).toBeNull();
    expect(parseViesUrl('http://127.0.0.1:8080/', 'evaluation')).toBe('http://127.0.0.1:8080');
  });

  it.each([
    'vies',
    'http://vies.example',
    'ftp://vies.example',
    'https://vies.example?key=1',
    'https://me@vies.example',
  ])('refuses %s', (text) => {
    expect(() => parseViesUrl(text, 'production')).toThrow(/VIES_URL/);
  });
});
