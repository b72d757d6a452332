import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * The test file of the European Institute for Computer Antivirus Research, which every scanner reports as if it were a
 * virus. In two parts, so a scanner does not report this file.
 */
export const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('-'),
  'latin1',
);

/** What the stand-in reports for it. */
export const eicarName = 'Eicar-Test-Signature';

/**
 * A stand-in for clamd that speaks its protocol (clamd(8)): sessions, INSTREAM, PING, VERSION. It knows one signature,
 * the EICAR test file anywhere in a stream, and unpacks no archives. It scans as bytes arrive and keeps none.
 */
export interface VirusScanner {
  port: number;
  /** SCAN_URL. */
  url: string;
  /** Bytes of each stream that was scanned to its end. */
  scanned: number[];
  /** Streams begun, finished or not. */
  begun: number;
  /** `hold`: reads streams, and answers none. `cut`: resets the connection at a stream's first chunk.
   * `crash`: resets it after the last. `early`: answers OK at the first. `stall`: stops reading within a stream. */
  behavior: 'answer' | 'hold' | 'cut' | 'crash' | 'early' | 'stall';
  /** Streams that wait: not answered, or no longer read. */
  readonly heldCount: number;
  /** StreamMaxLength. */
  maxStreamBytes: number;
  /** MaxFileSize with AlertExceedsMax. */
  maxFileBytes: number;
  version: string;
  /** Answers the streams held so far, and reads on. */
  answerHeld(): void;
  /** Closes the port and all connections. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
}

export async function startVirusScanner(): Promise<VirusScanner> {
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    const connection = new Connection(socket, scanner, held);
    socket.on('data', (chunk: Buffer) => connection.read(chunk));
  });
  const scanner: VirusScanner = {
    port: 0,
    url: '',
    scanned: [],
    begun: 0,
    get heldCount() {
      return held.length;
    },
    behavior: 'answer',
    maxStreamBytes: Number.POSITIVE_INFINITY,
    maxFileBytes: Number.POSITIVE_INFINITY,
    version: `ClamAV 1.4.3/27500/${new Date().toString().slice(0, 24)}`,
    answerHeld: () => {
      for (const answer of held.splice(0)) answer();
    },
    stop: async () => {
      for (const socket of sockets) socket.resetAndDestroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
    start: async () => {
      server.listen(scanner.port, '127.0.0.1');
      await once(server, 'listening');
      scanner.port = (server.address() as AddressInfo).port;
      scanner.url = `clamd://127.0.0.1:${scanner.port}`;
    },
  };
  await scanner.start();
  return scanner;
}

interface Stream {
  sizeBytes: number;
  /** The last bytes, in which a signature may have begun. */
  end: Buffer;
  isInfected: boolean;
}

/** Reads the commands of one connection, and the streams within it. */
class Connection {
  readonly #socket: Socket;
  readonly #scanner: VirusScanner;
  readonly #held: (() => void)[];
  #received = Buffer.alloc(0);
  #isSession = false;
  #commands = 0;
  #isOver = false;
  #stream: Stream | undefined;

  constructor(socket: Socket, scanner: VirusScanner, held: (() => void)[]) {
    this.#socket = socket;
    this.#scanner = scanner;
    this.#held = held;
  }

  read(bytes: Buffer): void {
    if (this.#isOver) return;
    this.#received = Buffer.concat([this.#received, bytes]);
    while (this.#stream === undefined ? this.#readCommand() : this.#readChunk(this.#stream));
  }

  #readCommand(): boolean {
    const end = this.#received.indexOf(0);
    if (end < 0) return false;
    const command = this.#received.toString('latin1', 0, end);
    this.#received = this.#received.subarray(end + 1);
    if (command === 'zIDSESSION') this.#isSession = true;
    else if (command === 'zINSTREAM') {
      this.#commands += 1;
      this.#scanner.begun += 1;
      this.#stream = { sizeBytes: 0, end: Buffer.alloc(0), isInfected: false };
    } else this.#reply(command === 'zVERSION' ? this.#scanner.version : 'UNKNOWN COMMAND');
    return true;
  }

  #readChunk(stream: Stream): boolean {
    if (this.#received.length < 4) return false;
    const length = this.#received.readUInt32BE(0);
    if (length > 0 && this.#scanner.behavior === 'cut') {
      this.#socket.resetAndDestroy();
      return false;
    }
    if (length > 0 && this.#scanner.behavior === 'stall' && !this.#socket.isPaused()) {
      this.#socket.pause();
      this.#held.push(() => this.#socket.resume());
    }
    if (length > 0 && this.#scanner.behavior === 'early') {
      this.#reply('stream: OK', true);
      return false;
    }
    if (stream.sizeBytes + length > this.#scanner.maxStreamBytes) {
      this.#reply('INSTREAM size limit exceeded. ERROR', true);
      return false;
    }
    if (this.#received.length < 4 + length) return false;
    const chunk = this.#received.subarray(4, 4 + length);
    this.#received = this.#received.subarray(4 + length);
    if (length === 0) this.#finish(stream);
    stream.sizeBytes += length;
    stream.isInfected ||= Buffer.concat([stream.end, chunk]).includes(eicar);
    stream.end = Buffer.from(Buffer.concat([stream.end, chunk]).subarray(-eicar.length));
    return true;
  }

  #finish({ sizeBytes, isInfected }: Stream): void {
    this.#stream = undefined;
    const result = sizeBytes > this.#scanner.maxFileBytes ? 'Heuristics.Limits.Exceeded.MaxFileSize FOUND' : 'OK';
    const answer = () => {
      this.#scanner.scanned.push(sizeBytes);
      this.#reply(`stream: ${isInfected ? `${eicarName} FOUND` : result}`);
    };
    if (this.#scanner.behavior === 'crash') this.#socket.resetAndDestroy();
    else if (this.#scanner.behavior === 'hold') this.#held.push(answer);
    else answer();
  }

  #reply(text: string, isLast = !this.#isSession): void {
    const reply = `${this.#isSession ? `${this.#commands}: ` : ''}${text}\0`;
    this.#isOver = isLast;
    if (isLast) this.#socket.end(reply);
    else this.#socket.write(reply);
  }
}
