import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { SyslogSettings } from '../../config/syslog-url.ts';
import { causeCode, GatewayError } from '../gateway-error.ts';
import { formatSyslogFrame, type SyslogMessage } from './format-message.ts';

/** Sends messages to one syslog receiver over TLS (RFC 5425). Calls of one sender must not overlap. */
export interface SyslogSender {
  /**
   * Resolves when the operating system has taken all messages for an open connection to a verified receiver. Opens the
   * connection if there is none. Rejects with `GatewayError`: `not-sent` before the connection, `unknown` afterwards.
   */
  send(messages: readonly SyslogMessage[], signal: AbortSignal): Promise<void>;
  /**
   * Ends the connection and waits until the receiver has ended it too. Syslog has no acknowledgement; this end says that
   * the receiver has read up to it. Rejects with `unknown` if the connection breaks before.
   */
  finish(signal: AbortSignal): Promise<void>;
  /** Cuts the connection. */
  close(): void;
}

/** Creates a sender. It connects at the first message, and again after the receiver has closed the connection. */
export function createSyslogSender(settings: SyslogSettings): SyslogSender {
  let connection: Connection | null = null;
  const cut = () => {
    connection?.socket.destroy();
    connection = null;
  };
  const attempt = async (signal: AbortSignal, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      cut();
      const verdict = error instanceof GatewayError ? error.verdict : 'unknown';
      throw new GatewayError(verdict, signal.aborted ? 'timeout' : causeCode(rootOf(error)), { cause: error });
    }
  };
  return {
    send: (messages, signal) =>
      attempt(signal, async () => {
        if (!connection?.isOpen()) {
          cut();
          connection = await openConnection(settings, signal);
        }
        await connection.write(Buffer.concat(messages.map(formatSyslogFrame)), signal);
      }),
    finish: (signal) =>
      attempt(signal, async () => {
        await connection?.finish(signal);
        connection = null;
      }),
    close: cut,
  };
}

function rootOf(error: unknown): unknown {
  return error instanceof GatewayError && error.cause !== undefined ? error.cause : error;
}

interface Connection {
  socket: TLSSocket;
  isOpen(): boolean;
  write(bytes: Buffer, signal: AbortSignal): Promise<void>;
  finish(signal: AbortSignal): Promise<void>;
}

const keepAliveAfterMs = 30_000;

async function openConnection({ host, port }: SyslogSettings, signal: AbortSignal): Promise<Connection> {
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = connect({ host, port, ...name, minVersion: 'TLSv1.2' });
  socket.setKeepAlive(true, keepAliveAfterMs);
  socket.resume(); // a receiver sends nothing
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined); // waited for only during a call
  socket.once('error', closed.reject);
  socket.once('close', () => closed.reject(new Error('The receiver closed the connection.')));
  /** Runs a step that calls back. Rejects also when the connection breaks or the signal aborts. */
  const run = async (start: (done: (error?: Error | null) => void) => void, limit: AbortSignal) => {
    const step = Promise.withResolvers<void>();
    const abort = () => socket.destroy(new Error('The time limit was reached.'));
    limit.addEventListener('abort', abort, { once: true });
    if (limit.aborted) abort();
    else start((error) => (error ? step.reject(error) : step.resolve()));
    await Promise.race([step.promise, closed.promise]).finally(() => limit.removeEventListener('abort', abort));
  };
  const isOpen = () => !socket.destroyed && !socket.readableEnded;
  try {
    await run((done) => socket.once('secureConnect', () => done()), signal);
  } catch (error) {
    throw new GatewayError('not-sent', causeCode(error), { cause: error });
  }
  return {
    socket,
    isOpen,
    write: (bytes, limit) => run((done) => socket.write(bytes, done), limit),
    finish: async (limit) => {
      if (!isOpen()) throw new Error('The receiver closed the connection first.');
      await run((done) => socket.once('end', () => done()).end(), limit);
      socket.destroy();
    },
  };
}
