import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const account = `AC${'0a'.repeat(16)}`;
const secret = 'a-canary-of-a-secret';

describe('SMS_URL', () => {
  it.each([
    ['ftp://x', /must begin with file:, twilio:\/\/ or https:\/\//],
    [`twilio://x:${secret}@+302105550100`, /account .* AC and 32/],
    [`twilio://${account}@+302105550100`, /auth token is missing/],
    [`twilio://${account}:${secret}@`, /not an address such as twilio/],
    [`twilio://${account}:${secret}@2105550100`, /FROM must be/],
    [`twilio://${account}:${secret}@+302105550100?api=https://evil.example`, /api .* on this machine/],
    [`twilio://${account}:${secret}@+302105550100?form=x`, /no option form\. Known: api/],
    [`http://sms.example.com/?key=${secret}`, /needs https/],
    [`https://user:${secret}%zz@sms.example.com/send`, /percent sign/],
    [`https://sms.example.com/send?key=${secret}&to={to}#body=msg%3D{to}`, /says where \{text\} goes/],
    [`https://sms.example.com/send?key=${secret}#body={"to":{to}}`, /not JSON/],
    [`https://sms.example.com/send#bearer=${secret}&method=put`, /POST/],
    [`https://sms.example.com/send#bearer=${secret}&deduplicates=maybe`, /yes or no/],
    [`https://sms.example.com/send#heder=X:${secret}`, /no option heder/],
    [`https://sms.example.com/send#header=X%0a${secret}`, /Name:value/],
    [`https://[${secret}`, /not an address/],
  ])('rejects %s with an explanation that contains no secret', (text, message) => {
    const read = () => readConfig({ SMS_URL: text });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(secret);
  });

  it('accepts a folder, also relative to the working directory', () => {
    expect(readConfig({ SMS_URL: 'file:out' }).sms).toEqual({ driver: 'file', folder: `${process.cwd()}/out` });
    expect(readConfig({ SMS_URL: 'file:///var/sms' }).sms).toEqual({ driver: 'file', folder: '/var/sms' });
  });

  it('moves credentials from the gateway address to a header', () => {
    expect(readConfig({ SMS_URL: 'https://u:p@sms.example.com/send?x=1' }).sms).toEqual({
      driver: 'https',
      method: 'POST',
      address: 'https://sms.example.com/send?x=1',
      headers: { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` },
      body: { type: 'json', template: '{"to":"{to}","text":"{text}","id":"{id}"}' },
      canDeduplicate: false,
    });
  });
});

describe('MAIL_URL', () => {
  it.each([
    ['imap://x', /must begin with file:, smtp:\/\/ or smtps:\/\//],
    [`smtp://user:${secret}@`, /host is missing|not an address/],
    [`smtp://user:${secret}@mail.example.com`, /from must be/],
    ['smtp://user@mail.example.com?from=a@b.gr', /comes with a password/],
    [`smtp://user:${secret}@mail.example.com?from=nobody`, /from must be/],
    [`smtp://user:${secret}@mail.example.com?from=a@b.gr&tls=none`, /no option tls/],
  ])('rejects %s with an explanation that contains no secret', (text, message) => {
    const read = () => readConfig({ MAIL_URL: text });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(secret);
  });

  it('requires TLS for every server except on this machine', () => {
    const tlsOf = (url: string) => readConfig({ MAIL_URL: url }).mail;
    expect(tlsOf('smtp://mail.example.com?from=a@b.gr')).toMatchObject({ tls: 'required', port: 587 });
    expect(tlsOf('smtps://mail.example.com?from=a@b.gr')).toMatchObject({ tls: 'at-once', port: 465 });
    expect(tlsOf('smtp://127.0.0.1:25?from=a@b.gr')).toMatchObject({ tls: 'offered', port: 25 });
  });

  it('parses login and sender', () => {
    const config = readConfig({ MAIL_URL: 'smtps://p%40x:s%3A1@m.example.com?from=MedCloud <a+b@c.gr>' });
    expect(config.mail).toMatchObject({
      login: { user: 'p@x', password: 's:1' },
      from: { name: 'MedCloud', address: 'a+b@c.gr' },
    });
    expect(config.canConfirmByMail).toBe(true);
    expect(readConfig({ MAIL_URL: 'smtps://p%40x.gr:s@m.example.com' }).mail).toMatchObject({
      login: { user: 'p@x.gr' },
      from: { name: '', address: 'p@x.gr' },
    });
  });
});
