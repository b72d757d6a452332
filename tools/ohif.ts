import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Version of the OHIF build, and its integrity hash in the npm registry. */
const version = '3.13.2';
const integrity = 'sha512-WZdxmpmG7rqFgW9ZJLcbgr3XCtLi1KDNPoMaeY5PPe6j4G4fjEjjkycZM6C6Zk2F87BKxFfpq+jd5xXZB9E8EA==';

/**
 * Finds OHIF's published build: in OHIF_DIST, or downloaded from npm into `folder` (50 MB). Returns null if neither
 * works.
 */
export async function findOhifBuild(folder: string): Promise<string | null> {
  const configuredFolder = process.env.OHIF_DIST;
  if (configuredFolder) return existsSync(join(configuredFolder, 'index.html')) ? configuredFolder : null;
  try {
    const { stdout } = await run('npm', ['pack', `@ohif/app@${version}`, '--json'], { cwd: folder });
    const [archive]: { filename: string; integrity: string }[] = JSON.parse(stdout);
    if (archive?.integrity !== integrity) return null;
    await run('tar', ['xzf', archive.filename], { cwd: folder });
    return join(folder, 'package', 'dist');
  } catch {
    return null;
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Serves the build with the given configuration. Paths that are no files return the application's page. */
export async function serveOhif(folder: string, port: number, settings: string): Promise<() => void> {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://viewer').pathname);
    const isFile = extname(path) !== '' && existsSync(join(folder, path));
    const body = path === '/app-config.js' ? settings : await readFile(join(folder, isFile ? path : 'index.html'));
    response.setHeader('content-type', types[isFile ? extname(path) : '.html'] ?? 'application/octet-stream');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => {
    server.closeAllConnections();
    server.close();
  };
}

/** Creates an `app-config.js` with the portal as the only data source. */
export function createOhifSettings(origin: string): string {
  const root = `${origin}/dicom-web`;
  const configuration = {
    friendlyName: 'MedCloud',
    name: 'medcloud',
    qidoRoot: root,
    wadoRoot: root,
    qidoSupportsIncludeField: true,
    imageRendering: 'wadors',
    thumbnailRendering: 'wadors',
    enableStudyLazyLoad: true,
    supportsFuzzyMatching: true,
    supportsWildcard: true,
    bulkDataURI: { enabled: true },
  };
  const settings = {
    routerBasename: null,
    extensions: [],
    modes: [],
    showStudyList: true,
    defaultDataSourceName: 'medcloud',
    dataSources: [
      { namespace: '@ohif/extension-default.dataSourcesModule.dicomweb', sourceName: 'medcloud', configuration },
    ],
  };
  return `window.config = ${JSON.stringify(settings)};`;
}
