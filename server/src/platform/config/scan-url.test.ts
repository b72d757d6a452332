import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { parseScanUrl } from './scan-url.ts';

describe('parseScanUrl', () => {
  it.each([
    ['clamd://127.0.0.1:3311', { host: '127.0.0.1', port: 3311 }],
    ['clamd://scanner.internal', { host: 'scanner.internal', port: 3310 }],
    ['clamd://[::1]:3310/', { host: '::1', port: 3310 }],
    ['clamd:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['clamd:///run/my%20socket', { path: '/run/my socket' }],
  ])('parses %s', (text, settings) => {
    expect(parseScanUrl(text)).toEqual(settings);
  });

  it.each([
    ['tcp://127.0.0.1:3310', /only clamd is supported/],
    ['clamd:/run/clamav/clamd.ctl', /only clamd is supported/],
    ['clamd://', /a host and a port, or the path of a socket/],
    ['clamd:///', /a host and a port, or the path of a socket/],
    ['clamd://host:3310/run/clamd.ctl', /a host and a port, or the path of a socket/],
    ['clamd://user:secret@host', /a host and a port, or the path of a socket/],
    ['clamd://host:port', /not an address such as clamd/],
    ['clamd://host?timeout=3', /no option timeout/],
    ['clamd:///run/%zz', /%25/],
  ])('refuses %s', (text, message) => {
    expect(() => parseScanUrl(text)).toThrow(message);
  });

  it('is off without SCAN_URL, and names the variable in a refusal', () => {
    expect(readConfig({}).scanner).toBeNull();
    expect(() => readConfig({ SCAN_URL: 'clamav' })).toThrow(/SCAN_URL/);
  });
});
