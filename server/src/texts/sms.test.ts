import { languages } from '@medcloud/contract';
import { describe, expect, it } from 'vitest';
import { smsTexts } from './sms.ts';

const longName = 'Παπαδημητρακοπούλου-Καραγιαννοπούλου Αικατερίνη';
const twoParts = 134;

describe.each(languages)('SMS in %s', (language) => {
  it('says the code as its only group of six digits, within two parts', () => {
    const text = smsTexts[language].code({ code: '012345', doctor: `${longName} 123456` });
    expect(text.match(/\d{6}/g)).toEqual(['012345']);
    expect(text.length).toBeLessThanOrEqual(twoParts);
  });

  it('ends with the one address, and leaves room for it within two parts', () => {
    const url = 'https://portal.example.gr/consent#abcdefghijklmnopqrstuvwxyz1';
    const text = smsTexts[language].consent({ doctor: longName, url });
    expect(text.endsWith(url)).toBe(true);
    expect(text.match(/https?:/g)).toHaveLength(1);
    expect(text.length - url.length).toBeLessThanOrEqual(twoParts);
  });
});
