import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { localhostCertificate } from './localhost-certificate.ts';

/** A mail as a server received it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  user: string | null;
  secure: boolean;
  /** Headers and body as they came. */
  raw: string;
}

/** What the server does with the next mails. Each may be changed while it runs. */
export interface Behaviour {
  /** Refuses a recipient with this reply, such as 550 or 450. */
  refuseRecipient: number | null;
  /** Answers the whole message with this reply. */
  refuseMessage: number | null;
  /** Breaks the line once the text has come, before or after taking it. */
  drop: 'at-connect' | 'at-text' | 'after-taking' | null;
  /** Milliseconds before the text is answered. */
  delayMs: number;
  /** Called once the text has come, which is answered when it has ended. */
  onText: () => Promise<void>;
}

export interface MailServer {
  port: number;
  received: ReceivedMail[];
  /** How often somebody connected. */
  connections(): number;
  behaviour: Behaviour;
  /** Ends every connection at once. */
  closeConnections(): void;
  close(): Promise<void>;
}

export interface MailServerOptions {
  /** `at-once`: TLS from the first byte; `starttls`: offered; `none`. */
  tls: 'at-once' | 'starttls' | 'none';
  login?: { user: string; password: string };
  port?: number;
}

/** A real SMTP server on 127.0.0.1 that keeps what it takes. */
export async function startMailServer({ tls, login, port = 0 }: MailServerOptions): Promise<MailServer> {
  const behaviour: Behaviour = {
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
    ...createHandlers(behaviour, received, login, destroySockets),
  });
  server.on('error', () => undefined); // a line that a test broke
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (behaviour.drop === 'at-connect') socket.destroy();
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    port: address.port,
    received,
    connections: () => connections,
    behaviour,
    closeConnections: destroySockets,
    close: async () => {
      destroySockets();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function createHandlers(
  behaviour: Behaviour,
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
      done(behaviour.refuseRecipient === null ? null : reply(behaviour.refuseRecipient, 'No such mailbox'));
    },
    onData: (stream, session, done) => {
      void (async () => {
        const text = await readText(stream);
        if (text === null) return;
        await behaviour.onText();
        await wait(behaviour.delayMs, undefined, { ref: false });
        if (behaviour.drop === 'at-text') return destroySockets();
        if (behaviour.refuseMessage !== null) return done(reply(behaviour.refuseMessage, 'Not this message'));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          user: typeof session.user === 'string' ? session.user : null,
          secure: session.secure,
          raw: text,
        });
        if (behaviour.drop === 'after-taking') return destroySockets();
        done();
      })();
    },
  };
}

/** The text of a message, or null where its sender left before the end, as one that a test ends does. */
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

/** The text of a mail's body, decoded from base64 or quoted-printable. */
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
