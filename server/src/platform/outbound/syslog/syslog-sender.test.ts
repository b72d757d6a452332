import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../../test/harness/wait-until.ts';
import { localhostCertificate } from '../../../../test/services/localhost-certificate.ts';
import { type SyslogReceiver, startSyslogReceiver } from '../../../../test/services/syslog-receiver.ts';
import { parseSyslogUrl } from '../../config/syslog-url.ts';
import { formatSyslogFrame, type SyslogMessage } from './format-message.ts';
import { createSyslogSender, type SyslogSender } from './syslog-sender.ts';

const message = (text: string, data: SyslogMessage['data'] = {}): SyslogMessage => ({
  severity: 'notice',
  at: new Date('2026-11-24T02:00:00.123Z'),
  host: 'portal.example.com',
  type: 'checkpoint',
  data,
  text,
});
const trust = (...more: string[]) => setDefaultCACertificates([...getCACertificates('bundled'), ...more]);
const limit = () => AbortSignal.timeout(240_000);

describe('formatSyslogFrame', () => {
  it('counts bytes, escapes values and marks the text as UTF-8', () => {
    const frame = formatSyslogFrame(message('Έλεγχος', { root: 'a"b]c\\d', number: '7' })).toString();
    expect(frame).toBe(
      '136 <109>1 2026-11-24T02:00:00.123Z portal.example.com medcloud - checkpoint [medcloud@32473 root="a\\"b\\]c\\\\d" number="7"] \ufeffΈλεγχος',
    );
    expect(Buffer.byteLength(frame.slice(4))).toBe(136);
  });

  it('writes a dash for an empty field and keeps a line end out of the header', () => {
    const frame = formatSyslogFrame({ ...message('x'), host: 'π', type: 'a b\nc' }).toString();
    expect(frame).toContain('Z - medcloud - abc - \ufeffx');
    expect(() => formatSyslogFrame(message('x', { 'a"b': '' }))).toThrow('cannot name a parameter');
  });
});

describe('parseSyslogUrl', () => {
  it.each([
    ['syslog+tls://logs.example.com', { host: 'logs.example.com', port: 6514 }],
    ['syslog+tls://[2001:db8::1]:7000', { host: '2001:db8::1', port: 7000 }],
  ])('parses %s', (text, settings) => expect(parseSyslogUrl('AUDIT_STREAM_URL', text)).toEqual(settings));

  it.each(['syslog://logs.example.com', 'syslog+tls://', 'syslog+tls://host/path', 'syslog+tls://host?x=1'])(
    'rejects %s and names the variable',
    (text) => expect(() => parseSyslogUrl('AUDIT_STREAM_URL', text)).toThrow(/^AUDIT_STREAM_URL: /),
  );
});

describe('createSyslogSender', () => {
  let receiver: SyslogReceiver;
  let sender: SyslogSender;
  beforeEach(async () => {
    trust(localhostCertificate.cert);
    receiver = await startSyslogReceiver();
    sender = createSyslogSender({ host: 'localhost', port: receiver.port });
  });
  afterEach(async () => {
    sender.close();
    await receiver.close();
  });
  afterAll(() => trust());

  it('sends in order over one connection, and finishes once the receiver has read everything', async () => {
    const texts = Array.from({ length: 200 }, (_, index) => `μήνυμα ${index}`);
    await sender.send([message('first')], limit());
    await sender.send(
      texts.map((text) => message(text)),
      limit(),
    );
    await sender.finish(limit());
    expect(receiver.received.map((line) => line.split('\ufeff')[1])).toEqual(['first', ...texts]);
    expect(receiver.connections()).toBe(1);
  });

  it('connects again after the receiver ended the connection, also after a restart', async () => {
    await sender.send([message('one')], limit());
    await sender.finish(limit());
    const { port } = receiver;
    await receiver.close();
    await expect(sender.send([message('two')], limit())).rejects.toMatchObject({
      verdict: 'not-sent',
      code: 'econnrefused',
    });
    receiver = await startSyslogReceiver(port);
    await sender.send([message('two')], limit());
    await sender.finish(limit());
    expect(receiver.received).toHaveLength(1);
  });

  it('sends nothing to a receiver whose certificate or name is not verified', async () => {
    trust();
    await expect(sender.send([message('secret')], limit())).rejects.toMatchObject({ verdict: 'not-sent' });
    trust(localhostCertificate.cert);
    const other = createSyslogSender({ host: '127.0.0.2', port: receiver.port });
    await expect(other.send([message('secret')], limit())).rejects.toMatchObject({ verdict: 'not-sent' });
    expect(receiver.received).toEqual([]);
  });

  it('does not confirm what a receiver has cut off or does not read', async () => {
    receiver.setBehavior('cut');
    const sendAndFinish = async (signal: AbortSignal) => {
      await sender.send([message('lost')], signal);
      await sender.finish(signal);
    };
    await expect(sendAndFinish(limit())).rejects.toMatchObject({ verdict: 'unknown' });
    receiver.setBehavior('hold');
    await sender.send([message('lost')], limit());
    await waitUntil(() => receiver.connections() === 2);
    const time = new AbortController();
    const unfinished = expect(sender.finish(time.signal)).rejects.toMatchObject({
      verdict: 'unknown',
      code: 'timeout',
    });
    time.abort();
    await unfinished;
    receiver.setBehavior('read');
    await sendAndFinish(limit());
    expect(receiver.received).toHaveLength(1);
  });
});
