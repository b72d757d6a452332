import { expect, it } from 'vitest';
import { messages as healthEl } from './el/health.ts';
import { messages as logEl } from './el/system-log.ts';
import { messages as healthEn } from './en/health.ts';
import { messages as logEn } from './en/system-log.ts';
import { formatDuration, formatParams } from './format-params.ts';
import { formatSystemEvent } from './format-system-event.ts';
import { translatorOf } from './translate.ts';

const english = { log: translatorOf('system-log', 'en', logEn), health: translatorOf('health', 'en', healthEn) };
const greek = { log: translatorOf('system-log', 'el', logEl), health: translatorOf('health', 'el', healthEl) };

it('formats parameters as sizes, durations or numbers by the end of their name', () => {
  const params = { totalBytes: 1_610_612_736, lagMs: 2_400, waiting: 1_234.567, error: 'io' };
  expect(formatParams(english.health, params, 'en')).toMatchObject({
    totalBytes: '1.5 GB',
    lagMs: '2.4 s',
    waiting: '1,234.57',
    error: 'io',
  });
  expect(formatParams(greek.health, params, 'el')).toMatchObject({
    totalBytes: '1,5 GB',
    lagMs: '2,4 δευτ.',
    waiting: '1.234,57',
  });
});

it.each([
  [1.75, '1.8 ms'],
  [340, '340 ms'],
  [2_400, '2.4 s'],
  [7 * 60_000, '7 min'],
  [31 * 3_600_000, '31 h'],
  [4 * 86_400_000, '4 d'],
])('formats %d milliseconds as %s', (ms, text) => {
  expect(formatDuration(english.health, ms, 'en')).toBe(text);
});

it('formats an entry with the names of its kind, probe and finding, and its cause', () => {
  const resolved = { code: 'health-well', params: { probe: 'queue', finding: 'queue-well', waiting: 3 } } as const;
  expect(formatSystemEvent(english, resolved, 'en')).toBe(
    'Resolved. Background jobs: No job is late. Scheduled jobs: 3.',
  );
  const expired = { code: 'sms-expired', params: { kind: 'code', error: 'eisdir' } } as const;
  expect(formatSystemEvent(greek, expired, 'el')).toBe(
    'Ένα SMS έληξε πριν σταλεί: Κωδικός μίας χρήσης, η αποθήκευση απέτυχε.',
  );
});

it('formats entries of other versions: unknown names stay, and missing parameters show their name', () => {
  const other = { code: 'mail-expired', params: { kind: 'of-tomorrow', count: 2 } } as const;
  expect(formatSystemEvent(english, other, 'en')).toBe(
    'An email expired before it could be sent: of-tomorrow, {error}.',
  );
});
