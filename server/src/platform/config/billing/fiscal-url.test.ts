import { describe, expect, it } from 'vitest';
import { parseFiscalUrl } from './fiscal-url.ts';

const parse = (text?: string, posture: 'evaluation' | 'production' = 'production') =>
  parseFiscalUrl(text, '/data/outbox', posture);

describe('parseFiscalUrl', () => {
  it('writes documents to files unless it is set', () => {
    expect(parse()).toEqual({ driver: 'file', folder: '/data/outbox/fiscal' });
    expect(parse('file:///var/fiscal')).toEqual({ driver: 'file', folder: '/var/fiscal' });
  });

  it('reads user, key and address of the tax authority', () => {
    const login = { driver: 'mydata', user: 'medcloud', key: 'a/b' };
    expect(parse('mydata://medcloud:a%2Fb@prod')).toEqual({
      ...{ ...login, environment: 'prod', origin: 'https://mydatapi.aade.gr/myDATA' },
    });
    expect(parse('mydata://medcloud:a%2Fb@dev?api=http://127.0.0.1:9/', 'evaluation')).toEqual({
      ...{ ...login, environment: 'dev', origin: 'http://127.0.0.1:9' },
    });
  });

  it.each([
    ['fiscal+https://provider.example', /certified provider/],
    ['https://mydatapi.aade.gr', /must begin with file: or mydata:/],
    ['mydata://user:key@test', /dev or prod/],
    ['mydata://user@dev', /user name and a key/],
    ['mydata://user:key@dev?api=http://example.com', /https address/],
    ['mydata://user:key@dev?app=x', /no option app/],
  ])('stops the start for %s', (text, sentence) => {
    expect(() => parse(text)).toThrow(sentence);
  });

  it('stops the start of a portal on loopback that would send trials to the books', () => {
    expect(() => parse('mydata://user:key@prod', 'evaluation')).toThrow(/issues no invoices/);
  });
});
