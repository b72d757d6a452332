import { posix } from 'node:path';
import { getPackage, isTestFile, type SourceFile } from './source-files.ts';

/** Which packages of this repository each may import. */
const packages: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  text: ['contract'],
  dicom: [],
  server: ['contract', 'text', 'dicom'],
  web: ['contract', 'text', 'dicom'],
  // browser tests find elements by the texts of the screens
  e2e: ['contract', 'text', 'dicom', 'server', 'web', 'tools'],
  bench: ['contract', 'text', 'dicom', 'server', 'tools'],
  tools: ['contract', 'text', 'dicom', 'server'],
};

/** The folders or files that may import a dependency. Tests, benchmarks and tools may import all. */
const importers: Readonly<Record<string, readonly string[]>> = {
  fastify: ['server/src/http/', 'server/src/app/create-app.ts'],
  kysely: ['server/src/platform/db/', 'server/src/platform/queue/', 'server/src/domain/'],
  // The throttle's counters are the limiter's own, over the application's pool.
  pg: ['server/src/platform/db/', 'server/src/platform/queue/', 'server/src/platform/throttle/'],
  '@node-rs/argon2': ['server/src/domain/accounts/'],
  '@zxcvbn-ts/language-common': ['server/src/domain/accounts/'],
  '@fastify/busboy': ['server/src/http/'],
  'libphonenumber-js': ['server/src/domain/', 'web/src/forms/'],
  pino: ['server/src/platform/log/', 'server/src/app/'],
  'rate-limiter-flexible': ['server/src/platform/throttle/'],
  '@aws-sdk': ['server/src/platform/blobs/'],
  nodemailer: ['server/src/platform/outbound/'],
  '@simplewebauthn': ['server/src/domain/factors/', 'web/src/app/passkey/ceremony.ts'],
  uqr: ['server/src/platform/money/qr-code.ts', 'web/src/app/factors/qr-code.tsx'],
  saxes: ['server/src/domain/billing/bank/read/', 'server/src/platform/outbound/fiscal/'],
  stripe: ['server/src/platform/outbound/'],
  sharp: ['server/src/domain/imaging/render/encode-image.ts', 'server/src/domain/imaging/render/decode-image.ts'],
  'dcmjs-imaging': ['server/src/domain/imaging/render/render-frame.ts'],
  '@cornerstonejs': ['web/src/viewer/', 'server/src/domain/imaging/render/'],
  'pdfjs-dist': ['web/src/viewer/'],
  '@playwright/test': ['e2e/'],
};

/** Describes each import that its package or its folder may not have. */
export function listWrongImports(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, specifiers }) =>
    specifiers.flatMap((specifier) => {
      const reason = packageReason(path, specifier) ?? areaReason(path, specifier) ?? dependencyReason(path, specifier);
      return reason === undefined ? [] : [`${path}: ${reason}`];
    }),
  );
}

function packageReason(path: string, specifier: string): string | undefined {
  const home = getPackage(path);
  if (home === undefined) return undefined;
  const reached = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : `${home}/`;
  if (!reached.startsWith(`${home}/`)) return `${specifier} leaves ${home}; import the package by its name`;
  const named = /^@medcloud\/([\w-]+)/.exec(specifier)?.[1];
  if (named === undefined || named === home || packages[home]?.includes(named) !== false) return undefined;
  return `${home} may not import ${named} (${specifier})`;
}

const areaOf = (path: string) => /^web\/src\/areas\/([\w-]+)\//.exec(path)?.[1];

/** Areas that show the screen of another one: pages in the landing page's layout, and the viewer without an account. */
const shownAreas: Readonly<Record<string, string>> = { privacy: 'landing', terms: 'landing', try: 'exams' };

/** An area of the web application imports no other area: what two of them use lies outside `areas/`. */
function areaReason(path: string, specifier: string): string | undefined {
  const area = areaOf(path);
  const reached = areaOf(posix.join(posix.dirname(path), specifier));
  if (area === undefined || !specifier.startsWith('.') || reached === undefined || reached === area) return undefined;
  if (shownAreas[area] === reached) return undefined;
  return `the area ${area} may not import the area ${reached} (${specifier})`;
}

function dependencyReason(path: string, specifier: string): string | undefined {
  if (isTestFile(path) || !/^\w+\/src\//.test(path)) return undefined;
  const found = Object.entries(importers).find(([name]) => specifier === name || specifier.startsWith(`${name}/`));
  if (found === undefined || found[1].some((importer) => path.startsWith(importer))) return undefined;
  return `${specifier} may be imported in ${found[1].join(', ')} only`;
}
