import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface Browser {
  readonly executablePath: string;
  /** Additional environment variables. */
  readonly env: Readonly<Record<string, string>>;
}

/** Unpacks the complete package. On an unknown machine it would not unpack its libraries by itself. */
const unpackScript = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";

/**
 * Returns a font configuration: the package's fonts first, then the machine's. Without its own configuration the
 * browser finds no fonts, and text is blank.
 */
function createFontConfiguration(folder: string): string {
  const folders = [join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((one) => `  <dir>${one}</dir>`).join('\n')}
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;
}

async function unpack(from: string, folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  // Unpack next to the final folder, so two concurrent processes do not collide. The first one to finish wins.
  const own = mkdtempSync(`${folder}-`);
  try {
    const env = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
    const options = { cwd: from, env };
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpackScript], options);
    writeFileSync(join(own, 'fonts.conf'), createFontConfiguration(folder));
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(join(folder, 'fonts.conf'))) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/**
 * Finds the browser in the npm package @sparticuz/chromium (Linux on x64), unpacked once (1 s, 280 MB). Returns
 * undefined without the package.
 */
export async function findPackagedBrowser(root: string): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const from = join(root, 'e2e');
  const manifest = createRequire(join(from, 'package.json'))
    .resolve.paths('x')
    ?.map((one) => join(one, '@sparticuz/chromium/package.json'));
  const found = manifest?.find((path) => existsSync(path));
  if (found === undefined) return undefined;
  const parsed: unknown = JSON.parse(readFileSync(found, 'utf8'));
  const version =
    typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : 'unknown';
  const folder = join(root, 'node_modules', '.cache', `medcloud-browser-${version}`);
  if (!existsSync(join(folder, 'fonts.conf'))) await unpack(from, folder);
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter((one) => one !== undefined);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}
