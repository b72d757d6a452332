import { describe, expect, it } from 'vitest';
import { parseAnchors } from './anchor-urls.ts';

const parse = (text: string | undefined, mailTo: string | null = 'it@example.com') => parseAnchors(text, { mailTo });

describe('parseAnchors', () => {
  it('takes mail alone where nothing is set, and nothing where no mail leaves the machine', () => {
    expect(parse(undefined)).toEqual({ folders: [], remote: [{ kind: 'mail', to: 'it@example.com' }] });
    expect(parse(undefined, null)).toEqual({ folders: [], remote: [] });
  });

  it('parses every kind', () => {
    const { folders, remote } = parse(
      'file:/mnt/worm, s3://AK:S%2Fk@trail/a/b?region=eu-central-1, syslog+tls://logs.example.com, rfc3161+https://tsa.example.com/tsr, mail',
    );
    expect(folders).toEqual(['/mnt/worm']);
    expect(remote).toEqual([
      {
        kind: 's3',
        endpoint: new URL('https://s3.eu-central-1.amazonaws.com'),
        region: 'eu-central-1',
        bucket: 'trail',
        prefix: 'a/b/',
        accessKey: 'AK',
        secretKey: 'S/k',
        retainDays: 3_650,
      },
      { kind: 'syslog', host: 'logs.example.com', port: 6_514 },
      { kind: 'rfc3161', url: new URL('https://tsa.example.com/tsr') },
      { kind: 'mail', to: 'it@example.com' },
    ]);
  });

  it.each([
    ['ftp://x', 'each place'],
    ['mail,', 'each place'],
    ['s3://trail?region=eu', 'names key, secret, bucket and region'],
    ['s3://A:B@trail', 'names key, secret, bucket and region'],
    ['s3://A:B@trail?region=eu&endpoint=http://s3.example.com', 'needs https'],
    ['s3://A:B@trail?region=eu&days=0', 'days is a whole number'],
    ['rfc3161+http://tsa.example.com', 'needs https'],
    ['syslog://logs.example.com', 'each place'],
  ])('rejects %s', (text, reason) => expect(() => parse(text)).toThrow(reason));

  it('rejects mail that reaches nobody', () => {
    expect(() => parse('mail', null)).toThrow('mail needs OPERATOR_EMAIL');
  });
});
