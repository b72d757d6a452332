import { languages } from '@medcloud/contract';
import { describe, expect, it } from 'vitest';
import { smsTexts } from './sms-texts.ts';

/** The longest names that the contract accepts, 100 characters each. */
const longestNames = { greek: 'Παπαδημητρακοπούλου '.repeat(10).trim(), digits: `${'Ελένη 7'.repeat(20)} 123456` };
const twoParts = 134;
const token = 'abcdefghijklmnopqrstuvwxyz1'; // 160 bits in base64url
const urlOf = (origin: string) => `${origin}/consent#${token}`;
const blockUrlOf = (origin: string) => `${origin}/consent#abcdefghijkl`;

describe.each(languages)('SMS in %s', (language) => {
  const texts = smsTexts(language);

  it.each(Object.values(longestNames))('has the code as its only group of six digits, within two parts', (doctor) => {
    const text = texts.code({ code: '012345', doctor, url: blockUrlOf('https://exams.medcloud.gr') });
    expect(text.match(/\d{6}/g)).toEqual(['012345']);
    expect(text.length).toBeLessThanOrEqual(twoParts);
    for (const own of [texts.grantCode({ code: '012345', doctor }), texts.changeCode({ code: '012345', doctor })]) {
      expect(own.match(/\d{6}/g)).toEqual(['012345']);
      expect(own.length).toBeLessThanOrEqual(twoParts);
    }
  });

  it.each(['http://localhost:3000', 'https://exams.medcloud.gr', 'https://imaging-portal.hospital.example.org:8443'])(
    'stays within two parts with its link to %s and a name of any length',
    (origin) => {
      const url = urlOf(origin);
      for (const doctor of [...Object.values(longestNames), 'Εύα Ρο']) {
        const blockUrl = blockUrlOf(origin);
        const code = texts.code({ code: '012345', doctor, url: blockUrl });
        expect(code.endsWith(` ${blockUrl}`)).toBe(true);
        for (const text of [code, texts.consent({ doctor, url }), texts.resentLink({ doctor, url })]) {
          expect(text).toContain(` ${origin}/consent#`);
          expect(text.match(/https?:/g)).toHaveLength(1);
          expect(text.length).toBeLessThanOrEqual(twoParts);
          if (doctor === 'Εύα Ρο') expect(text).toContain(doctor);
        }
      }
    },
  );

  it('contains the full name of a doctor with a name of usual length, in both messages', () => {
    const url = blockUrlOf('https://exams.medcloud.gr');
    expect(texts.code({ code: '012345', doctor: 'Αικατερίνη Οικονόμου', url })).toContain('Αικατερίνη Οικονόμου'); // 20
    const doctor = 'Αικατερίνη Παπαδημητρακοπούλου'; // 30
    expect(texts.consent({ doctor, url: urlOf('https://exams.medcloud.gr') })).toContain(doctor);
  });

  it('contains neither a link nor invisible characters of a name stored before these were refused', () => {
    const text = texts.consent({
      doctor: 'Win\u202e http://evil.com/now Παπά',
      url: urlOf('https://exams.medcloud.gr'),
    });
    expect(text).toMatch(/Win httpevil\. comnow Παπά/);
    expect(text.match(/\/\//g)).toHaveLength(1);
  });
});
