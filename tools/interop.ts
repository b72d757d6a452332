/**
 * `npm run interop`: tests with third-party programs. `dicom`: only DCMTK, dicom3tools, Orthanc and OHIF on DICOMweb
 * responses (`e2e/interop`). `trust`: only OpenSSL's time stamps, ClamAV's clamd, Poppler, qpdf and ZBar on invoices, dicom3tools and DCMTK
 * on the objects of annotations and, where it is installed, Moto's S3 and KMS (`server/test/interop`). Test paths: only these tests,
 * otherwise the HTTP and row-level-security tests, on a PostgreSQL from outside npm. Finds server programs in Debian's
 * folders or POSTGRES_BIN, and prints missing ones.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const debianFolder = '/usr/lib/postgresql';

interface Server {
  /** The superuser's. The tests create the portal's logins. */
  url: string;
  version: string;
  stop: () => Promise<void>;
}

/** The user that runs the database server, because PostgreSQL refuses to run as root. */
interface Account {
  uid: number;
  gid: number;
}

function findPostgresPrograms(): string | null {
  const given = process.env.POSTGRES_BIN;
  if (given) return given;
  if (!existsSync(debianFolder)) return null;
  const versions = readdirSync(debianFolder).filter((version) =>
    existsSync(join(debianFolder, version, 'bin', 'initdb')),
  );
  const oldest = versions.sort((a, b) => Number(a) - Number(b)).find((version) => Number(version) >= 15);
  return oldest === undefined ? null : join(debianFolder, oldest, 'bin');
}

function findServerAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

/** Starts a cluster. Returns its URL, version and a stop function. */
async function startServer(bin: string, account: Account | null): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-interop-'));
  const as = account ?? {};
  const secret = 'interop';
  await writeFile(join(folder, 'secret'), secret);
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  if (account) await chown(folder, account.uid, account.gid);
  execFileSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'owner',
      '-A',
      'scram-sha-256',
      `--pwfile=${join(folder, 'secret')}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...as, stdio: 'ignore' },
  );
  const port = await freePort();
  const settings = [
    '-c',
    `port=${port}`,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
    '-c',
    'max_connections=200',
  ];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], { ...as, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = `postgresql://owner:${secret}@127.0.0.1:${port}/postgres`;
  await waitUntilReady(() => execFileSync(join(bin, 'psql'), [url, '-qc', 'SELECT 1'], { stdio: 'pipe' }));
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim();
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { url, version, stop };
}

async function waitUntilReady(attempt: () => unknown): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      attempt();
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await wait(100);
    }
  }
}

async function main([first, ...others]: readonly string[]): Promise<number> {
  if (first === 'dicom') return await runNode([join(root, 'e2e', 'interop', 'main.ts'), ...others]);
  if (first === 'trust') return await runTrust();
  if (first !== undefined) return await runOnPostgres([first, ...others]);
  const apart = Math.max(await main(['dicom']), await runTrust());
  return Math.max(apart, await runOnPostgres(['server/test', 'server/src/domain', 'server/src/http']));
}

const trustPrograms = [
  { name: 'openssl', use: 'as a time-stamping authority' },
  { name: 'clamd', use: 'the virus scanner (Debian: clamav-daemon)' },
  { name: 'pdftotext', use: 'to read invoices (Debian: poppler-utils)' },
  { name: 'qpdf', use: 'to check their files' },
  { name: 'zbarimg', use: 'to read their QR codes (Debian: zbar-tools)' },
];

/** Its tests are left out where it is missing: it is not in Debian or npm. */
const optionalProgram = { name: 'moto_server', use: 'S3 with object lock and AWS KMS (Python: moto[server])' };

async function runTrust(): Promise<number> {
  const missing = trustPrograms.filter(({ name }) => !hasProgram(name));
  for (const { name, use } of missing) console.log(`missing: ${name}, ${use}`);
  if (missing.length > 0) return 1;
  if (!hasProgram(optionalProgram.name)) console.log(`not tested: ${optionalProgram.name}, ${optionalProgram.use}`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return await runNode([vitest, 'run', 'server/test/interop'], { INTEROP: '1' });
}

function hasProgram(name: string): boolean {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) => existsSync(join(folder, name)));
}

async function runOnPostgres(paths: string[]): Promise<number> {
  const bin = findPostgresPrograms();
  if (bin === null) {
    console.log(
      'missing: a PostgreSQL server of version 15 or newer (Debian: postgresql-15), or POSTGRES_BIN naming its programs',
    );
    return 1;
  }
  const account = findServerAccount();
  if (process.getuid?.() === 0 && account === null) {
    console.log('missing: a user named postgres, since a database server does not run as root');
    return 1;
  }
  const server = await startServer(bin, account);
  console.log(`== ${server.version}`);
  try {
    return await runTests(server.url, paths);
  } finally {
    await server.stop();
  }
}

function runTests(url: string, paths: string[]): Promise<number> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return runNode([vitest, 'run', ...paths], { TEST_DATABASE_URL: url });
}

function runNode(words: string[], environment: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

process.exitCode = await main(process.argv.slice(2));
