/*
 * Runs the claims of this folder, all or the named ones: `npm run bench`, `node bench/main.ts upload`. Each file states
 * its claim at the top and prints ratios to a peer or a physical limit measured in the same run.
 */

const claims: Readonly<Record<string, () => Promise<{ run: () => Promise<void> }>>> = {
  billing: () => import('./billing.ts'),
  breach: () => import('./breach.ts'),
  clients: () => import('./clients.ts'),
  crowd: () => import('./crowd.ts'),
  durable: () => import('./durable.ts'),
  'first-screen': () => import('./first-screen.ts'),
  landing: () => import('./landing.ts'),
  lists: () => import('./lists.ts'),
  dicomweb: () => import('./dicomweb.ts'),
  headers: () => import('./headers.ts'),
  hostile: () => import('./hostile.ts'),
  ingest: () => import('./ingest.ts'),
  preflight: () => import('./preflight.ts'),
  rotation: () => import('./rotation.ts'),
  encryption: () => import('./encryption.ts'),
  uniform: () => import('./uniform.ts'),
  'payment-events': () => import('./payment-events.ts'),
  renewals: () => import('./renewals.ts'),
  'small-exams': () => import('./small-exams.ts'),
  upload: () => import('./upload.ts'),
  versions: () => import('./versions.ts'),
  viewer: () => import('./viewer.ts'),
  'viewer-memory': () => import('./viewer-memory.ts'),
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(claims, name));
if (unknown.length > 0) {
  console.error(`No claim is named ${unknown.join(', ')}. There are: ${Object.keys(claims).join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const [name, load] of Object.entries(claims)) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    console.log(`\n== ${name}`);
    const { run } = await load();
    await run();
  }
}
