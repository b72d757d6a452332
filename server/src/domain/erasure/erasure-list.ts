import { sign, verify } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { deriveChainKeys } from '../audit/chain/chain-keys.ts';
import type { AppKeys } from '../keys/app-keys.ts';
import type { ErasedPatient } from './store.ts';

/*
 * The list of erased patients in a folder of backups: a restore of an older backup erases them again. Its lines are
 * signed with the key of the audit chain, which no rotation changes. It holds internal ids and times, no person's data.
 */

export const erasureListName = 'erased-patients.ndjson';

const lineShape = z.object({ patient: z.uuid(), erasedAt: z.iso.datetime(), signature: z.base64() });
type Line = z.infer<typeof lineShape>;

type ListKeys = Pick<AppKeys, 'auditRecords' | 'auditCheckpoints'>;

const signedBytes = ({ patient, erasedAt }: Omit<Line, 'signature'>, installation: string) =>
  Buffer.from(`medcloud erased patient\n${installation}\n${patient}\n${erasedAt}\n`);

/** Reads the lines of a folder's list, unverified; none if there is no list. */
export async function readErasureList(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, erasureListName), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter(Boolean);
}

/** Returns the patients of lines that this installation signed. Other lines are ignored: anyone could have added them. */
export function verifyErasureLines(lines: readonly string[], keys: ListKeys, installation: string): string[] {
  const { verifying } = deriveChainKeys(keys);
  return lines.flatMap((text) => {
    const line = parseLine(text);
    if (line === null) return [];
    const isSigned = verify(null, signedBytes(line, installation), verifying, Buffer.from(line.signature, 'base64'));
    return isSigned ? [line.patient] : [];
  });
}

function parseLine(text: string): Line | null {
  try {
    return lineShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // a line that was cut off
  }
}

/** Adds the patients that the folder's list lacks, synced to the disk. Returns how many. */
export async function addToErasureList(
  folder: string,
  erased: readonly ErasedPatient[],
  keys: ListKeys,
  installation: string,
): Promise<number> {
  const listed = new Set(verifyErasureLines(await readErasureList(folder), keys, installation));
  const missing = erased.filter(({ id }) => !listed.has(id));
  if (missing.length === 0) return 0;
  const { signing } = deriveChainKeys(keys);
  const lines = missing.map(({ id, erasedAt }) => {
    const line = { patient: id, erasedAt: erasedAt.toISOString() };
    const signature = sign(null, signedBytes(line, installation), signing).toString('base64');
    return JSON.stringify({ ...line, signature });
  });
  const file = await open(join(folder, erasureListName), 'a', 0o600);
  try {
    await file.write(`\n${lines.join('\n')}\n`); // a new line first: an earlier write may have been cut off
    await file.sync();
  } finally {
    await file.close();
  }
  return missing.length;
}
