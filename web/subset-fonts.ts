import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const cacheFolder = resolve(import.meta.dirname, '../node_modules/.cache/medcloud-fonts');
const family = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json'));
const fileName = /^inter-(?:latin|latin-ext|greek|greek-ext)-opsz-normal\.woff2$/;

/** What the styles use: weights up to bold, kerning, marks, and digits of one width with a slashed zero. */
const settings = {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
  keepFeatures: ['kern', 'mark', 'tnum', 'zero'],
} as const;

// Every character of the scripts; a font keeps those that it has.
const characters = Array.from({ length: 0xd800 }, (_, code) => String.fromCodePoint(code)).join('');

/**
 * Reduces the fonts to what the styles use, which halves what a first visit loads. Writes them once to a cache folder
 * below `node_modules`.
 */
export function subsetFonts(): Plugin {
  return {
    name: 'medcloud:subset-fonts',
    async config() {
      const target = join(cacheFolder, await nameFolder());
      if (!existsSync(target)) await writeFonts(target);
      return { resolve: { alias: [{ find: /^@fontsource-variable\/inter\/files/, replacement: target }] } };
    },
  };
}

/** Returns another name for another version of the fonts or other settings. */
async function nameFolder(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  return hash
    .update(await readFile(join(family, 'package.json')))
    .digest('hex')
    .slice(0, 16);
}

/** Writes the reduced fonts. A folder that exists is complete: it gets its name last. */
async function writeFonts(target: string): Promise<void> {
  const temporary = `${target}.${process.pid}`;
  await mkdir(temporary, { recursive: true });
  for (const name of await readdir(join(family, 'files'))) {
    if (!fileName.test(name)) continue;
    const font = await readFile(join(family, 'files', name));
    await writeFile(join(temporary, name), await subsetFont(font, characters, settings));
  }
  await rename(temporary, target).catch((error: unknown) => {
    if (!existsSync(target)) throw error; // another build was faster
  });
}
