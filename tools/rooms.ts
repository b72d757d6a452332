/** The ordered rooms of the house: a folder imports only folders that stand before it in its list. The architecture test reads this. */

/** The server's floors, from the ground up. */
export const floors = ['platform', 'texts', 'domain', 'edges'] as const;

/** What knows nothing of medicine. */
export const platformRooms = ['kit', 'config', 'db', 'blobs', 'threads', 'queue', 'outbound', 'http'] as const;

/** What the portal knows, a folder a noun. */
export const domainRooms = [
  'authorization',
  // writes what was done, in the act's own transaction
  'audit',
  'keys',
  'portal',
  'system-log',
  // chains and signs what was written, and proves it
  'trail',
  'alarms',
  'messages',
  'subscriptions',
  'billing',
  'accounts',
  'centers',
  'doctors',
  'patients',
  // who may see an exam now
  'grants',
  'exams',
  'uploads',
  'imaging',
  'backup',
  'dicomweb',
  'access',
  'support',
  // reads what was written, for an administrator or after a breach
  'auditing',
  'reports',
  'health',
] as const;

/** How the world comes in. */
export const edgeRooms = [
  // what edges share of reading a request and giving out an answer
  'session',
  'api',
  'dicomweb',
  'pages',
  // what the clock and the queue start
  'jobs',
] as const;

/** The web application's folders. */
export const webRooms = ['kit', 'text', 'ui', 'forms', 'calls', 'upload', 'preview', 'viewer', 'app', 'areas'] as const;

/** Which packages of this repository each may import. */
export const packages = {
  contract: [],
  dicom: [],
  server: ['contract', 'dicom'],
  web: ['contract', 'dicom'],
  // a test in the browser finds its way by the words of the screens
  e2e: ['contract', 'dicom', 'server', 'web', 'tools'],
  bench: ['contract', 'dicom', 'server', 'tools'],
  tools: ['contract', 'dicom', 'server'],
} as const;

/** Each heavy dependency has one door: the only folder (or file) that may import it. */
export const doors = {
  fastify: ['server/src/platform/http/', 'server/src/edges/', 'server/src/house.ts'],
  kysely: ['server/src/platform/db/', 'server/src/platform/queue/', 'server/src/domain/'],
  // The throttle's counters are the limiter's own, over the portal's pool.
  pg: ['server/src/platform/db/', 'server/src/platform/queue/', 'server/src/platform/http/throttle.ts'],
  '@node-rs/argon2': ['server/src/domain/accounts/'],
  '@zxcvbn-ts/language-common': ['server/src/domain/accounts/'],
  '@fastify/busboy': ['server/src/edges/'],
  'libphonenumber-js': ['server/src/domain/', 'server/src/platform/kit/', 'web/src/forms/'],
  pino: ['server/src/platform/http/', 'server/src/house.ts'],
  'rate-limiter-flexible': ['server/src/platform/http/'],
  '@aws-sdk': ['server/src/platform/blobs/'],
  nodemailer: ['server/src/platform/outbound/'],
  stripe: ['server/src/platform/outbound/'],
  sharp: [
    'server/src/domain/imaging/pictures/encode-picture.ts',
    'server/src/domain/imaging/pictures/decode-picture.ts',
  ],
  'dcmjs-imaging': ['server/src/domain/imaging/pictures/paint-frame.ts'],
  '@cornerstonejs': ['web/src/viewer/', 'server/src/domain/imaging/pictures/'],
  'pdfjs-dist': ['web/src/viewer/'],
  '@playwright/test': ['e2e/'],
} as const;

/** Set to true when every route has its edge and every screen its file; from then on a missing one fails the build. */
export const complete = { routes: true, screens: true };
