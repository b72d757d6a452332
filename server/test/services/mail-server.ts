import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { localhostCertificate } from './localhost-certificate.ts';

/** A mail received by the server. */
export interface ReceivedMail {
  from: string;
  to: string[];
  user: string | null;
  secure: boolean;
  /** Headers and body as received. */
  raw: string;
}

/** Behavior for the next mails. It can be changed while the server runs. */
export interface Behavior {
  /** Rejects a recipient with this reply code, such as 550 or 450. */
  refuseRecipient: number | null;
  /** Rejects the message with this reply code. */
  refuseMessage: number | null;
  /** Closes the connection: at connect, after the text, or after storing the mail. */
  drop: 'at-connect' | 'at-text' | 'after-taking' | null;
  /** Delay of the reply to the text. */
  delayMs: number;
  /** Called after the text arrived; the reply waits for it. */
  onText: () => Promise<void>;
}

export interface MailServer {
  port: number;
  received: ReceivedMail[];
  /** Number of connections so far. */
  connections(): number;
  behavior: Behavior;
  /** Closes all connections immediately. */
  closeConnections(): void;
  close(): Promise<void>;
}

export interface MailServerOptions {
  /** `at-once`: TLS from the first byte. `starttls`: TLS is offered. `none`: no TLS. */
  tls: 'at-once' | 'starttls' | 'none';
  login?: { user: string; password: string };
  port?: number;
}

/** Starts a real SMTP server on 127.0.0.1 that stores received mails. */
export async function startMailServer({ tls, login, port = 0 }: MailServerOptions): Promise<MailServer> {
  const behavior: Behavior = {
    refuseRecipient: null,
    refuseMessage: null,
    drop: null,
    delayMs: 0,
    onText: async () => undefined,
  };
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const destroySockets = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    ...localhostCertificate,
    secure: tls === 'at-once',
    disabledCommands: [...(tls === 'none' ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    ...createHandlers(behavior, received, login, destroySockets),
  });
  server.on('error', () => undefined); // connections broken by tests
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (behavior.drop === 'at-connect') socket.destroy();
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    port: address.port,
    received,
    connections: () => connections,
    behavior,
    closeConnections: destroySockets,
    close: async () => {
      destroySockets();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function createHandlers(
  behavior: Behavior,
  received: ReceivedMail[],
  login: MailServerOptions['login'],
  destroySockets: () => void,
): Pick<SMTPServerOptions, 'onAuth' | 'onRcptTo' | 'onData'> {
  return {
    onAuth: ({ username, password }, _, done) => {
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(reply(535, 'Authentication credentials invalid'));
    },
    onRcptTo: (_, __, done) => {
      done(behavior.refuseRecipient === null ? null : reply(behavior.refuseRecipient, 'No such mailbox'));
    },
    onData: (stream, session, done) => {
      void (async () => {
        const text = await readText(stream);
        if (text === null) return;
        await behavior.onText();
        await wait(behavior.delayMs, undefined, { ref: false });
        if (behavior.drop === 'at-text') return destroySockets();
        if (behavior.refuseMessage !== null) return done(reply(behavior.refuseMessage, 'Not this message'));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          user: typeof session.user === 'string' ? session.user : null,
          secure: session.secure,
          raw: text,
        });
        if (behavior.drop === 'after-taking') return destroySockets();
        done();
      })();
    },
  };
}

/** Reads the text of a message, or returns null if the sender disconnected before its end. */
async function readText(stream: AsyncIterable<Buffer | string>): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNECTION') return null;
    throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** Returns the text of a mail's body, decoded from base64 or quoted-printable. */
export function bodyOf({ raw }: ReceivedMail): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/^content-transfer-encoding: base64$/im.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/^content-transfer-encoding: quoted-printable$/im.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
