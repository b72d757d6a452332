import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { localhostCertificate } from '../../../test/services/localhost-certificate.ts';
import {
  bodyOf,
  type MailServer,
  type MailServerOptions,
  startMailServer,
} from '../../../test/services/mail-server.ts';
import { parseMailUrl } from '../config/mail-url.ts';
import { systemClock } from '../time/clock.ts';
import { openGateways } from './open-gateways.ts';

const mail = { to: 'maria@example.gr', subject: 'Επιβεβαίωση', text: 'Γεια σας,\n\nhttps://x.gr/a#b\n.\nτέλος\n' };
const login = { user: 'portal', password: 'p@ss:word' };
const credentials = 'portal:p%40ss%3Aword';

let server: MailServer;
afterEach(() => server.close());

const start = async (options: MailServerOptions) => {
  server = await startMailServer(options);
};
const open = (scheme: 'smtp' | 'smtps', userinfo = '', host = '127.0.0.1') => {
  const at = userinfo === '' ? '' : `${userinfo}@`;
  const url = `${scheme}://${at}${host}:${server.port}?from=MedCloud Λέσβου <portal@medcloud.example>`;
  return openGateways(
    { sms: { driver: 'file', folder: '/nowhere' }, mail: parseMailUrl(url, '/nowhere') },
    systemClock,
  );
};
const dispatch = (signal = AbortSignal.timeout(240_000)) => ({ id: 'id-1', validSeconds: 60, signal });

/** Sets the trusted CA certificates: the bundled ones and `more`. */
const trust = (...more: string[]) => setDefaultCACertificates([...getCACertificates('bundled'), ...more]);

describe('smtpMail', () => {
  beforeAll(() => trust());

  it('sends Greek mail with the same Message-ID at every attempt', async () => {
    await start({ tls: 'none' });
    await open('smtp').sendMail(mail, dispatch());
    await open('smtp').sendMail(mail, dispatch());
    const [first, second] = server.received;
    if (!first || !second) throw new Error('No mail was received.');
    expect(first).toMatchObject({ from: 'portal@medcloud.example', to: ['maria@example.gr'], user: null });
    expect(bodyOf(first).replaceAll('\r\n', '\n')).toBe(mail.text);
    const head = first.raw.slice(0, first.raw.indexOf('\r\n\r\n'));
    expect(head).toMatch(/^Message-ID: <id-1@medcloud\.example>$/m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(head).toMatch(/^Subject: =\?UTF-8\?[BQ]\?/m);
    expect(head).toMatch(/^From: =\?UTF-8\?[^<]*<portal@medcloud\.example>$/m);
    expect(second.raw).toMatch(/^Message-ID: <id-1@medcloud\.example>$/m);
  });

  it('signs in over STARTTLS if the server offers it', async () => {
    await start({ tls: 'starttls', login });
    await open('smtp', credentials).sendMail(mail, dispatch());
    expect(server.received).toMatchObject([{ user: 'portal', secure: true }]);
  });

  it('rejects an untrusted certificate with not-sent', async () => {
    await start({ tls: 'at-once', login });
    await expect(open('smtps', credentials).sendMail(mail, dispatch())).rejects.toMatchObject({ verdict: 'not-sent' });
    expect(server.received).toEqual([]);
    trust(localhostCertificate.cert);
    try {
      await open('smtps', credentials, 'localhost').sendMail(mail, dispatch());
      expect(server.received).toMatchObject([{ user: 'portal', secure: true }]);
    } finally {
      trust();
    }
  });

  it('throws refused for a permanent SMTP error and not-sent for a temporary one', async () => {
    await start({ tls: 'none' });
    server.behavior.refuseRecipient = 550;
    await expect(open('smtp').sendMail(mail, dispatch())).rejects.toMatchObject({
      verdict: 'refused',
      code: 'smtp_550',
    });
    server.behavior.refuseRecipient = 450;
    await expect(open('smtp').sendMail(mail, dispatch())).rejects.toMatchObject({
      verdict: 'not-sent',
      code: 'smtp_450',
    });
    server.behavior.refuseRecipient = null;
    server.behavior.refuseMessage = 554;
    await expect(open('smtp').sendMail(mail, dispatch())).rejects.toMatchObject({
      verdict: 'refused',
      code: 'smtp_554',
    });
    server.behavior.refuseMessage = 451;
    await expect(open('smtp').sendMail(mail, dispatch())).rejects.toMatchObject({ verdict: 'not-sent' });
  });

  it('throws not-sent for a wrong password', async () => {
    await start({ tls: 'none', login });
    await expect(open('smtp', 'portal:wrong').sendMail(mail, dispatch())).rejects.toMatchObject({
      verdict: 'not-sent',
      code: 'smtp_535',
    });
  });

  it.each([
    ['at-connect', 'not-sent', 0],
    ['at-text', 'unknown', 0],
    ['after-taking', 'unknown', 1],
  ] as const)('translates a connection lost %s to %s', async (drop, verdict, receivedCount) => {
    await start({ tls: 'none' });
    server.behavior.drop = drop;
    await expect(open('smtp').sendMail(mail, dispatch())).rejects.toMatchObject({ verdict });
    expect(server.received).toHaveLength(receivedCount);
  });

  it('throws unknown on a timeout after the text was sent', async () => {
    await start({ tls: 'none' });
    const time = new AbortController();
    server.behavior.onText = () => {
      time.abort();
      return new Promise(() => undefined);
    };
    await expect(open('smtp').sendMail(mail, dispatch(time.signal))).rejects.toMatchObject({
      verdict: 'unknown',
      code: 'timeout',
    });
  });

  it('throws not-sent if the server is down', async () => {
    await start({ tls: 'none' });
    await server.close();
    await expect(open('smtp').sendMail(mail, dispatch())).rejects.toMatchObject({ verdict: 'not-sent' });
  });

  it('probes the server up to the sign-in', async () => {
    await start({ tls: 'starttls', login });
    const probe = await open('smtp', credentials).probeMail(dispatch().signal);
    expect(probe).toEqual({ driver: 'smtp', where: `127.0.0.1:${server.port}`, canDeliver: true });
    await expect(open('smtp', 'portal:wrong').probeMail(dispatch().signal)).rejects.toMatchObject({ code: 'smtp_535' });
    expect(server.received).toEqual([]);
  });
});

describe('smtpMail with tls required', () => {
  it('throws not-sent if the server offers no TLS', async () => {
    await start({ tls: 'none', login });
    const settings = parseMailUrl(`smtp://${credentials}@127.0.0.1:${server.port}?from=a@b.gr`, '/nowhere');
    if (settings.driver !== 'smtp') throw new Error('Not a mail server.');
    const gateways = openGateways(
      { sms: { driver: 'file', folder: '/nowhere' }, mail: { ...settings, tls: 'required' } },
      systemClock,
    );
    await expect(gateways.sendMail(mail, dispatch())).rejects.toMatchObject({ verdict: 'not-sent' });
    expect(server.received).toEqual([]);
  });
});
