import { messages as greek } from '@medcloud/text/el/common';
import { messages as english } from '@medcloud/text/en/common';
import { translatorOf } from '@medcloud/text/translate';
import { describe, expect, it } from 'vitest';
import { shortenDigest } from './digest.ts';
import { doctorName, initials, patientName } from './names.ts';
import { formatEuros, formatNumber } from './numbers.ts';
import { formatPhone, telLink } from './phones.ts';
import { formatCountdown, timeDistance } from './relative.ts';

describe('names, phones, digests and numbers', () => {
  const maria = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };

  it('formats patients’ names surname first and doctors’ names with their title', () => {
    expect(patientName(maria)).toBe('Παπαδοπούλου Μαρία');
    expect(doctorName(maria, translatorOf('common', 'el', greek))).toBe('Δρ. Μαρία Παπαδοπούλου');
    const eleni = { firstName: 'Eleni', lastName: 'Stavridou' };
    expect(doctorName(eleni, translatorOf('common', 'en', english))).toBe('Dr. Eleni Stavridou');
    expect(initials({ firstName: 'Άννα', lastName: 'Έξαρχου' })).toBe('ΑΕ');
  });

  it('groups a phone number’s digits after the country code', () => {
    expect(formatPhone('+306945550182')).toBe('+30 694 555 0182');
    expect(formatPhone('+4915155501620')).toBe('+49 151 555 01620');
    expect(formatPhone('+35799123456')).toBe('+357 991 23456');
    expect(formatPhone('+12025550143')).toBe('+1 202 555 0143');
    expect(formatPhone('…678')).toBe('…678');
  });

  it('creates a tel link with the typed digits and plus only', () => {
    expect(telLink('+30 210 555 0100')).toBe('tel:+302105550100');
    expect(telLink(' 210-5550100 ')).toBe('tel:2105550100');
  });

  it('shortens a digest to its ends', () => {
    expect(shortenDigest(`9f2c41d8${'0'.repeat(52)}07be`)).toBe('9f2c 41d8 … 07be');
  });

  it('formats numbers and money by language', () => {
    expect(formatNumber(1284, 'el')).toBe('1.284');
    expect(formatEuros(14_997, 'en')).toBe('€149.97');
    expect(formatEuros(48_000, 'el')).toBe('480,00\u00a0€');
  });
});

describe('relative.ts', () => {
  const at = (seconds: number) => timeDistance(seconds * 1000, 0);

  it('selects a readable unit and rounds down', () => {
    expect(at(-59)).toEqual({ unit: 'now', count: 0, isAhead: false });
    expect(at(-119)).toEqual({ unit: 'minute', count: 1, isAhead: false });
    expect(at(7200)).toEqual({ unit: 'hour', count: 2, isAhead: true });
    expect(at(29 * 86_400)).toEqual({ unit: 'day', count: 29, isAhead: true });
    expect(at(95 * 86_400)).toEqual({ unit: 'month', count: 3, isAhead: true });
    expect(at(-800 * 86_400)).toEqual({ unit: 'year', count: 2, isAhead: false });
  });

  it('formats a countdown, never below 0:00', () => {
    expect(formatCountdown(41.2)).toBe('0:42');
    expect(formatCountdown(725)).toBe('12:05');
    expect(formatCountdown(-3)).toBe('0:00');
  });
});
