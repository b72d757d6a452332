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
  /** Returns the newest anchors that the place has, a line each. Absent where nothing can be read back. */
  fetch?(signal: AbortSignal): Promise<string[]>;
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
const keyOf = (prefix: string, { number }: Checkpoint) =>
  `${prefix}${String(Number.MAX_SAFE_INTEGER - number).padStart(16, '0')}.json`;
const maxListed = 10;

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
    fetch: async (signal) => {
      const versions = await listVersions(bucket, { prefix, maxCount: maxListed }, signal);
      return await Promise.all(versions.map((version) => getVersion(bucket, version, signal)));
    },
  };
}

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
