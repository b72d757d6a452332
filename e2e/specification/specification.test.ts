import type { Language } from '@medcloud/contract/languages';
import { messagesAt, splitNamespace } from '@medcloud/text/catalogue';
import type { Messages } from '@medcloud/text/messages';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '../harness/translators.ts';
import { patternOf } from './pattern.ts';
import type { AreaSources } from './source.ts';
import { specification } from './specification.ts';

function messageAt(texts: Messages, key: string): string | undefined {
  const [name = '', ...rest] = key.split('.');
  const found = texts[name];
  return found === undefined || typeof found === 'string' ? found : messageAt(found, rest.join('.'));
}

const textsOf = ({ name }: AreaSources, language: Language) =>
  messagesAt(messagesOf(name, language), splitNamespace(name)[1]);

const rows = specification.flatMap((area) =>
  area.sources.flatMap(({ section, sentences }) =>
    Object.entries(sentences).map(([sentence, key]) => ({ area, section, sentence, key })),
  ),
);

describe('specification', () => {
  it('lists only texts that equal the English message of their key', () => {
    const other = rows.filter(({ area, sentence, key }) => messageAt(textsOf(area, 'en'), key) !== sentence);
    expect(other.map(({ area, key, section }) => `${area.name} ${key} (${section})`)).toEqual([]);
    expect(rows.length).toBeGreaterThan(300);
  });

  it('has a Greek text for every key', () => {
    const missing = rows.filter(({ area, key }) => (messageAt(textsOf(area, 'el'), key) ?? '') === '');
    expect(missing.map(({ area, key }) => `${area.name} ${key}`)).toEqual([]);
  });
});

describe('patternOf', () => {
  it('matches any argument and every form of a plural or select, and nothing else', () => {
    const found = patternOf('{count, plural, one {# patient found} other {# patients found}}');
    expect(found.test('1 patient found')).toBe(true);
    expect(found.test('1,284 patients found')).toBe(true);
    expect(found.test('No patients found')).toBe(false);
    const plan = patternOf('Created with the {plan, select, yearly {yearly} other {monthly}} plan.');
    expect(plan.test('Created with the monthly plan.')).toBe(true);
    expect(plan.test('Created with the weekly plan.')).toBe(false);
    expect(patternOf('Until <day>{date}</day>. Then').test('Until 3 May 2027. Then')).toBe(true);
    expect(patternOf('OTP?').test('OTP')).toBe(false);
  });
});
