import { createHash } from 'node:crypto';
import { Semaphore } from '../../../platform/concurrency/semaphore.ts';
import type { AnchorSettings } from '../../../platform/config/anchor-urls.ts';
import type { Random } from '../../../platform/ids/random.ts';
import type { Gateways } from '../../../platform/outbound/gateways.ts';
import { getVersion, listVersions, putLockedObject, type S3Bucket } from '../../../platform/outbound/s3/s3-bucket.ts';
import { sendSyslog } from '../../../platform/outbound/syslog/send-syslog.ts';
import { requestTimestamp } from '../../../platform/outbound/timestamp/request-timestamp.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Checkpoint } from '../chain/checkpoint.ts';
import { formatAnchor, hashAnchorLine } from './anchor.ts';
import { writeAnchorMail } from './anchor-mail.ts';

export interface AnchorPlace {
  kind: AnchorSettings['kind'];
  /** Identifies the place in reports and rows: its scheme and host. Contains no secret. */
  name: string;
  /** The least time between two anchors. */
  everyMs: number;
  /** Resolves with the receipt to store beside the checkpoint, or null, once the place has the checkpoint. */
  keep(checkpoint: Checkpoint, line: string, signal: AbortSignal): Promise<string | null>;
  /** Lists what the place has, page by page, the greatest number first. Absent where nothing can be read back. */
  list?(options: ListOptions): AsyncIterable<readonly StoredLine[]>;
}

export interface ListOptions {
  /** Returns what limits the next request. */
  getSignal(): AbortSignal;
  /** Finds the lines that the log has for numbers. A place need not send them if it proves to have the same. */
  findLines(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** What a place has where it keeps the checkpoint of a number. */
export interface StoredLine {
  number: number;
  line: string;
}

interface PlaceParts {
  clock: Clock;
  random: Random;
  publicUrl: URL;
  /** Absent in commands, which send nothing. */
  gateways?: Pick<Gateways, 'sendMail'>;
}

const dayMs = 86_400_000;

/** Opens a place. Connects only when an anchor is kept or collected. */
export function openPlace(settings: AnchorSettings, parts: PlaceParts): AnchorPlace {
  switch (settings.kind) {
    case 'syslog':
      return openSyslog(settings, parts);
    case 's3':
      return openBucket(settings, parts);
    case 'rfc3161':
      return openAuthority(settings, parts);
    case 'mail':
      return openMail(settings, parts);
  }
}

type Settings<K extends AnchorSettings['kind']> = Extract<AnchorSettings, { kind: K }>;

function openSyslog(settings: Settings<'syslog'>, { publicUrl }: PlaceParts): AnchorPlace {
  return {
    kind: 'syslog',
    name: `syslog+tls://${settings.host}:${settings.port}`,
    everyMs: 0,
    keep: async (checkpoint, line, signal) => {
      const { number, seq, hash, at } = checkpoint;
      const data = { checkpoint: String(number), record: String(seq), root: hash };
      const message = { severity: 'notice', host: publicUrl.hostname, type: 'audit-anchor', data, text: line } as const;
      await sendSyslog(settings, [{ ...message, at: new Date(at) }], signal);
      return null;
    },
  };
}

// Keys sort in reverse order of the numbers, because a bucket lists from the first key on.
const keyOf = (prefix: string, { number }: Pick<Checkpoint, 'number'>) =>
  `${prefix}${String(Number.MAX_SAFE_INTEGER - number).padStart(16, '0')}.json`;

/** Returns the number of the checkpoint that belongs under a key; null for a key that `keyOf` does not make. */
function numberOf(prefix: string, key: string): number | null {
  const digits = /^(\d{16})\.json$/.exec(key.slice(prefix.length))?.[1];
  const number = Number.MAX_SAFE_INTEGER - Number(digits);
  return digits !== undefined && number >= 0 && key === keyOf(prefix, { number }) ? number : null;
}

// a line is below 500 bytes
const maxLineBytes = 4_096;
const concurrentReads = 16;

function openBucket(settings: Settings<'s3'>, { clock }: PlaceParts): AnchorPlace {
  const { prefix, retainDays } = settings;
  const bucket: S3Bucket = { ...settings, now: () => clock.now() };
  return {
    kind: 's3',
    name: `s3://${settings.bucket}/${prefix}`,
    everyMs: 0,
    keep: async (checkpoint, line, signal) => {
      const until = new Date(clock.now().getTime() + retainDays * dayMs);
      await putLockedObject(bucket, { key: keyOf(prefix, checkpoint), body: line, until }, signal);
      return null;
    },
    list: (options) => listLines(bucket, prefix, options),
  };
}

/**
 * Reads all versions of all checkpoints in a bucket. A new version does not replace an older one, and object lock keeps
 * both. Something too long for a checkpoint becomes an empty line.
 */
async function* listLines(
  bucket: S3Bucket,
  prefix: string,
  { getSignal, findLines }: ListOptions,
): AsyncGenerator<StoredLine[]> {
  const reads = new Semaphore(concurrentReads);
  for await (const page of listVersions(bucket, prefix, getSignal)) {
    const versions = page.flatMap((version) => {
      const number = numberOf(prefix, version.key);
      return number === null ? [] : [{ ...version, number }];
    });
    const known = await findLines(versions.map(({ number }) => number));
    const readLine = async ({ number, ...version }: (typeof versions)[number]) => {
      const line = known.get(number);
      if (line !== undefined && version.etag === md5(line)) return line;
      return version.sizeBytes > maxLineBytes ? '' : await reads.run(() => getVersion(bucket, version, getSignal()));
    };
    yield await Promise.all(
      versions.map(async (version) => ({ number: version.number, line: await readLine(version) })),
    );
  }
}

/** No second line can be made with the MD5 of one that is signed already. */
const md5 = (line: string) => createHash('md5').update(line).digest('hex');

function openAuthority({ url }: Settings<'rfc3161'>, { random }: PlaceParts): AnchorPlace {
  return {
    kind: 'rfc3161',
    name: `rfc3161+${url.origin}`,
    everyMs: 0,
    keep: async (_, line, signal) => {
      const { token, at } = await requestTimestamp(url, hashAnchorLine(line), random.bytes(12), signal);
      return JSON.stringify({ authority: url.origin, at: at.toISOString(), token: token.toString('base64'), line });
    },
  };
}

function openMail({ to }: Settings<'mail'>, { gateways, random, publicUrl }: PlaceParts): AnchorPlace {
  return {
    kind: 'mail',
    name: 'mail',
    everyMs: dayMs,
    keep: async (checkpoint, line, signal) => {
      if (gateways === undefined) throw new Error('A command sends no mail.');
      const mail = writeAnchorMail({ checkpoint, anchor: formatAnchor(checkpoint), line, portal: publicUrl.host });
      const id = `audit-anchor-${checkpoint.number}-${random.bytes(4).toString('hex')}`;
      await gateways.sendMail({ to, ...mail }, { id, validSeconds: dayMs / 1_000, signal });
      return null;
    },
  };
}
