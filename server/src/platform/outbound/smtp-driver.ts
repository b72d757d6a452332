import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from '../config/config.ts';
import type { Clock } from '../time/clock.ts';
import { GatewayError } from './gateway-error.ts';
import type { Dispatch, Driver, Mail } from './gateways.ts';

/**
 * Sends mail by SMTP (RFC 5321), one connection per message. Uses Nodemailer's connection instead of its transport to
 * know whether the transfer of the text had started when the connection broke.
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
      return { driver: 'smtp', where: `${settings.host}:${settings.port}`, canDeliver: true };
    },
    // The Message-ID stays the same, but mailboxes treat duplicates differently.
    canDeduplicate: false,
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

/** A message as a stream that records whether reading has started. */
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
  /** Runs a call of the connection that takes a callback. Also rejects if the connection breaks. */
  call(start: (done: (error?: Error | null) => void) => void): Promise<void>;
}

/** Connects, signs in, runs `work` and quits. Throws `GatewayError`. */
async function withSession(
  settings: SmtpSettings,
  signal: AbortSignal,
  text: TrackedMessage,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const connection = new SMTPConnection(connectionOptions(settings));
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined); // pending calls get the error; there may be none
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
    // A mail server on this machine has a self-signed certificate; no third party can intercept the connection.
    tls: { minVersion: 'TLSv1.2' as const, rejectUnauthorized: tls !== 'offered' },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  };
}

/**
 * Converts an error. A server reply decides: 5yz for recipient or message is permanent, others are temporary (RFC 5321,
 * 4.2.1). Without a reply, the message was not sent, unless the transfer of its text had started.
 */
function toGatewayError(error: unknown, hasStarted: boolean): GatewayError {
  if (error instanceof GatewayError) return error;
  const { code, command, responseCode, isPermanent } = detailsOf(error);
  if (responseCode !== undefined) {
    const isMessageRejected = command === 'RCPT TO' || command === 'DATA';
    return new GatewayError(isPermanent && isMessageRejected ? 'refused' : 'not-sent', `smtp_${responseCode}`, {
      cause: error,
    });
  }
  return new GatewayError(hasStarted ? 'unknown' : 'not-sent', code.toLowerCase(), { cause: error });
}

interface SmtpDetails {
  code: string;
  command?: string;
  responseCode?: number;
  isPermanent?: boolean;
}

function detailsOf(error: unknown): SmtpDetails {
  const details: SmtpDetails = { code: 'unknown' };
  if (!(error instanceof Error)) return details;
  details.code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if ('command' in error && typeof error.command === 'string') details.command = error.command;
  if ('responseCode' in error && typeof error.responseCode === 'number') details.responseCode = error.responseCode;
  if ('permanent' in error && typeof error.permanent === 'boolean') details.isPermanent = error.permanent;
  return details;
}
