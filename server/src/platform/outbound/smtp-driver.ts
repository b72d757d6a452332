import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from '../config/config.ts';
import type { Clock } from '../time/clock.ts';
import { GatewayError } from './gateway-error.ts';
import type { Dispatch, Driver, Mail } from './gateways.ts';

/**
 * Mail by SMTP (RFC 5321), a connection a message. Nodemailer's connection is used rather than its transport, since only
 * so is it known whether the text had begun to go when the line broke.
 */
export function smtpMail(settings: SmtpSettings, clock: Clock): Driver<Mail> {
  return {
    send: async (mail, dispatch) => {
      const message = await compose(settings, clock, mail, dispatch);
      const text = trackMessage(message);
      await withSession(settings, dispatch.signal, text, async (session) => {
        const size = message.length;
        await session.call((done) =>
          session.connection.send({ from: settings.from.address, to: [mail.to], size }, text.stream, done),
        );
      });
    },
    probe: async (signal) => {
      await withSession(settings, signal, trackMessage(Buffer.alloc(0)), async () => undefined);
      return { driver: 'smtp', where: `${settings.host}:${settings.port}`, delivers: true };
    },
    // Message-ID stays the same, and mailboxes differ in what they make of that
    deduplicates: false,
  };
}

async function compose(settings: SmtpSettings, clock: Clock, mail: Mail, { id }: Dispatch): Promise<Buffer> {
  const domain = settings.from.address.slice(settings.from.address.indexOf('@') + 1);
  const composer = new MailComposer({
    from: settings.from.name === '' ? settings.from.address : settings.from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html ? { html: mail.html } : {}),
    messageId: `<${id}@${domain}>`,
    date: clock.now(),
    headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no out-of-office answers
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await composer.compile().build();
}

/** A message as a stream that remembers whether any of it was taken. */
interface TrackedMessage {
  stream: Readable;
  hasStarted(): boolean;
}

function trackMessage(message: Buffer): TrackedMessage {
  let hasStarted = false;
  const stream = new Readable({
    read() {
      hasStarted = true;
      this.push(message);
      this.push(null);
    },
  });
  return { stream, hasStarted: () => hasStarted };
}

interface Session {
  connection: SMTPConnection;
  /** One of the connection's calls with a callback; a broken line fails it as well. */
  call(start: (done: (error?: Error | null) => void) => void): Promise<void>;
}

/** Connects, signs in, works, and takes leave. */
async function withSession(
  settings: SmtpSettings,
  signal: AbortSignal,
  text: TrackedMessage,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const connection = new SMTPConnection(connectionOptions(settings));
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined); // whoever waits hears of it; nobody may be waiting any more
  connection.on('error', broken.reject);
  const abort = () => {
    broken.reject(new GatewayError(text.hasStarted() ? 'unknown' : 'not-sent', 'timeout'));
    connection.close();
  };
  signal.addEventListener('abort', abort, { once: true });
  const call: Session['call'] = (start) => {
    const finished = Promise.withResolvers<void>();
    start((error) => (error ? finished.reject(error) : finished.resolve()));
    return Promise.race([finished.promise, broken.promise]);
  };
  try {
    if (signal.aborted) abort();
    await call((done) => connection.connect(done));
    const { login } = settings;
    if (login) await call((done) => connection.login({ user: login.user, pass: login.password }, done));
    await work({ connection, call });
    connection.quit();
  } catch (error) {
    connection.close();
    throw toGatewayError(error, text.hasStarted());
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function connectionOptions({ host, port, tls }: SmtpSettings) {
  return {
    host,
    port,
    secure: tls === 'at-once',
    requireTLS: tls === 'required',
    // on this machine a mail server signs for itself, and nobody stands between
    tls: { minVersion: 'TLSv1.2' as const, rejectUnauthorized: tls !== 'offered' },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  };
}

/**
 * A reply of the server decides: 5yz about the recipient or the message is for good, anything else may pass (RFC 5321,
 * 4.2.1). Without a reply it has not gone, unless its text was under way.
 */
function toGatewayError(error: unknown, hasStarted: boolean): GatewayError {
  if (error instanceof GatewayError) return error;
  const { code, command, responseCode, permanent } = detailsOf(error);
  if (responseCode !== undefined) {
    const concernsMessage = command === 'RCPT TO' || command === 'DATA';
    return new GatewayError(permanent && concernsMessage ? 'refused' : 'not-sent', `smtp_${responseCode}`, {
      cause: error,
    });
  }
  return new GatewayError(hasStarted ? 'unknown' : 'not-sent', code.toLowerCase(), { cause: error });
}

interface SmtpDetails {
  code: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
}

function detailsOf(error: unknown): SmtpDetails {
  const details: SmtpDetails = { code: 'unknown' };
  if (!(error instanceof Error)) return details;
  details.code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if ('command' in error && typeof error.command === 'string') details.command = error.command;
  if ('responseCode' in error && typeof error.responseCode === 'number') details.responseCode = error.responseCode;
  if ('permanent' in error && typeof error.permanent === 'boolean') details.permanent = error.permanent;
  return details;
}
