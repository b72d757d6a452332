import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { localhostCertificate } from './localhost-certificate.ts';

/** A stand-in for a syslog receiver over TLS (RFC 5425). It keeps the messages in memory. */
export interface SyslogReceiver {
  port: number;
  /** Messages without their length, in order. */
  received: string[];
  connections(): number;
  /** `hold`: reads nothing of later connections. `cut`: resets them once a byte has arrived. */
  setBehavior(behavior: 'read' | 'hold' | 'cut'): void;
  /** Reads no more than so many messages of later connections, and does not end them. */
  setMaxMessages(count: number): void;
  /** Sets what is called when a connection has reached that number. */
  onStall(report: () => void): void;
  close(): Promise<void>;
}

/** Starts a receiver on 127.0.0.1 with the certificate for localhost. */
export async function startSyslogReceiver(port = 0): Promise<SyslogReceiver> {
  const received: string[] = [];
  const sockets = new Set<TLSSocket>();
  const connectionsBelow = new Set<Socket>();
  const resetAll = () => {
    for (const socket of connectionsBelow) socket.resetAndDestroy();
  };
  let behavior: 'read' | 'hold' | 'cut' = 'read';
  let connections = 0;
  let maxMessages = Number.POSITIVE_INFINITY;
  let reportStall: () => void = () => undefined;
  const server = createServer(localhostCertificate, (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    if (behavior === 'hold') return;
    let rest = Buffer.alloc(0);
    let count = 0;
    socket.on('data', (chunk: Buffer) => {
      if (behavior === 'cut') return resetAll();
      const frames = splitFrames(Buffer.concat([rest, chunk]));
      received.push(...frames.messages.slice(0, maxMessages - count));
      count += frames.messages.length;
      rest = Buffer.from(frames.rest);
      if (count <= maxMessages) return;
      socket.pause();
      reportStall();
    });
  });
  server.on('connection', (socket: Socket) => {
    connectionsBelow.add(socket);
    socket.once('close', () => connectionsBelow.delete(socket));
  });
  server.on('tlsClientError', () => undefined); // clients that do not trust the certificate
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    connections: () => connections,
    setBehavior: (next) => {
      behavior = next;
    },
    setMaxMessages: (count) => {
      maxMessages = count;
    },
    onStall: (report) => {
      reportStall = report;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function splitFrames(bytes: Buffer): { messages: string[]; rest: Buffer } {
  const messages: string[] = [];
  let at = 0;
  for (;;) {
    const blank = bytes.indexOf(' ', at);
    const length = Number(bytes.toString('latin1', at, Math.max(at, blank)));
    if (blank < 0 || bytes.length < blank + 1 + length) return { messages, rest: bytes.subarray(at) };
    messages.push(bytes.toString('utf8', blank + 1, blank + 1 + length));
    at = blank + 1 + length;
  }
}
