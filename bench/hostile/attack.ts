import { connect, type Socket } from 'node:net';

export interface Target {
  port: number;
  /** The head of a download that is asked for and then not read. */
  download: string;
}

const idleHeaders = 2_000;
const tricklingBodies = 200;
const slowReaders = 4; // as many as a session may have (security 2.4)

type OnConnect = (socket: Socket) => void;

const head = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
const body =
  'POST /api/auth/doctor/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';

/** Holds connections as an attacker does (security 6, R11), and opens each again a second after it was lost, until it is stopped. */
export class Attack {
  readonly #target: Target;
  readonly #sockets = new Set<Socket>();
  readonly #trickling = new Set<Socket>();
  readonly #drip: NodeJS.Timeout;
  #isOn = true;
  #lostCount = 0;

  /** From one address, or from so many that each holds fewer than the portal allows it. */
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

  /** How many connections it holds now, and how many it has lost. */
  get state(): { openCount: number; lostCount: number } {
    return {
      openCount: [...this.#sockets].filter(({ readyState }) => readyState === 'open').length,
      lostCount: this.#lostCount,
    };
  }

  /** Goes away at once. */
  stop(): void {
    this.#isOn = false;
    clearInterval(this.#drip);
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Opens no more, but keeps what it has; resolves once the portal has taken all of it back. */
  async waitUntilClosed(): Promise<void> {
    this.#isOn = false;
    // a reader that is paused does not see its end
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
