import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eicar, eicarName, startVirusScanner, type VirusScanner } from '../../../../test/services/virus-scanner.ts';
import { parseScanUrl, type ScannerSettings } from '../../config/scan-url.ts';
import { type ClamdSession, openClamdSession } from './clamd-session.ts';
import { getClamdVersion, parseVersion } from './get-clamd-version.ts';
import { ScannerError } from './scanner-error.ts';

const patient = { connectMs: 60_000, writeMs: 60_000, replyMs: 60_000 };
const never = new AbortController().signal;

async function* chunksOf(...chunks: (Buffer | string)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe('openClamdSession', () => {
  let scanner: VirusScanner;
  let settings: ScannerSettings;
  let session: ClamdSession | undefined;
  const open = async (timing = patient, signal = never) => {
    session = await openClamdSession(settings, signal, timing);
    return session;
  };
  beforeEach(async () => {
    scanner = await startVirusScanner();
    const parsed = parseScanUrl(scanner.url);
    if (parsed === null) throw new Error('The scanner has no address.');
    settings = parsed;
  });
  afterEach(async () => {
    session?.close();
    await scanner.stop();
  });

  it('scans files one after another, also an empty one and one that is cut within the signature', async () => {
    const { scan } = await open();
    expect(await scan(chunksOf('a plain ', '', 'file'))).toEqual({ kind: 'clean' });
    expect(await scan(chunksOf())).toEqual({ kind: 'clean' });
    const infected = { kind: 'found', virus: eicarName };
    expect(await scan(chunksOf('before', eicar.subarray(0, 30), eicar.subarray(30), 'after'))).toEqual(infected);
    expect(await scan(chunksOf('plain again'))).toEqual({ kind: 'clean' });
    expect(scanner.scanned).toEqual([12, 0, 79, 11]);
    expect(session?.isOver).toBe(false);
  });

  it('reports a file that the scanner does not take to its end, and stops reading it', async () => {
    scanner.maxStreamBytes = 1_000_000;
    let read = 0;
    const endless = async function* () {
      for (; read < 1_000; read += 1) yield Buffer.alloc(100_000);
    };
    const result = await (await open()).scan(endless()).catch((error: unknown) => error);
    // what the scanner says before it hangs up is lost if the next write fails first
    if (result instanceof ScannerError) expect(result.phase).toBe('send');
    else expect(result).toEqual({ kind: 'limit', limit: 'size' });
    expect(read).toBeLessThan(1_000);
    expect(session?.isOver).toBe(true);
  });

  it('reports a file that the scanner took and did not read to its end', async () => {
    scanner.maxFileBytes = 10;
    expect(await (await open()).scan(chunksOf('longer than ten bytes'))).toEqual({ kind: 'limit', limit: 'size' });
    expect(session?.isOver).toBe(false);
  });

  it('rejects if the connection breaks within a file', async () => {
    scanner.behavior = 'cut';
    const endless = async function* () {
      for (;;) yield Buffer.alloc(100_000);
    };
    await expect((await open()).scan(endless())).rejects.toMatchObject({
      name: 'ScannerError',
      phase: 'send',
      code: expect.stringMatching(/^(econnreset|epipe)$/),
    });
    expect(session?.isOver).toBe(true);
  });

  it('does not take an OK for a file that the scanner has not read', async () => {
    scanner.behavior = 'early';
    const endless = async function* () {
      for (;;) yield Buffer.alloc(100_000);
    };
    await expect((await open()).scan(endless())).rejects.toBeInstanceOf(ScannerError);
    expect(session?.isOver).toBe(true);
  });

  it('rejects if the scanner ends instead of an answer', async () => {
    scanner.behavior = 'crash';
    await expect((await open()).scan(chunksOf('a file'))).rejects.toMatchObject({ phase: 'reply', code: 'econnreset' });
  });

  it('rejects if the answer does not come in time', async () => {
    scanner.behavior = 'hold';
    const { scan } = await open({ ...patient, replyMs: 1 });
    await expect(scan(chunksOf('a file'))).rejects.toMatchObject({ phase: 'reply', code: 'etimedout' });
  });

  it('rejects as the file does if that cannot be read', async () => {
    const broken = async function* () {
      yield Buffer.from('first');
      throw new RangeError('unreadable');
    };
    await expect((await open()).scan(broken())).rejects.toThrow(RangeError);
    expect(session?.isOver).toBe(true);
  });

  it('hangs up when the signal aborts', async () => {
    scanner.behavior = 'hold';
    const controller = new AbortController();
    const { scan } = await open(patient, controller.signal);
    const result = scan(chunksOf('a file'));
    result.catch(() => undefined);
    controller.abort();
    await expect(result).rejects.toBeInstanceOf(ScannerError);
  });

  it('rejects if nothing listens there', async () => {
    await scanner.stop();
    await expect(open()).rejects.toMatchObject({ phase: 'connect', code: 'econnrefused' });
    await expect(openClamdSession({ path: '/nowhere/clamd.ctl' }, never)).rejects.toMatchObject({
      phase: 'connect',
      code: 'enoent',
    });
  });

  it('asks for the version', async () => {
    scanner.version = 'ClamAV 1.4.3/27500/Mon Nov 23 08:25:08 2026';
    expect(await getClamdVersion(settings, never)).toEqual({
      program: 'ClamAV 1.4.3',
      signatures: { number: 27_500, createdAt: new Date(2026, 10, 23, 8, 25, 8) },
    });
  });
});

describe('parseVersion', () => {
  it.each(['ClamAV 1.4.6', 'ClamAV 1.4.6//', 'ClamAV 1.4.6/27500/not a time'])(
    'knows no signatures from %s',
    (reply) => {
      expect(parseVersion(reply)).toEqual({ program: 'ClamAV 1.4.6', signatures: null });
    },
  );
});
