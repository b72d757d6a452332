import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHead } from '@medcloud/dicom';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';

/*
 * Claim: one core parses at least 20,000 headers per second from 64 KB prefixes of a CT slice. Reading a prefix and
 * parsing its header takes at most twice the time of reading the prefix alone.
 */

const prefixBytes = 65_536;
const count = 4_000;
const rounds = 5;

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * Prints headers per second, and the time of prefix with header as a ratio to the prefix alone: bests of five rounds.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-headers-'));
  const [patient] = persons;
  const [file] = patient ? ctVolume({ seed: 1, patient, slices: 1 }) : [];
  if (!file) throw new Error('The phantom has no slice.');
  const path = join(folder, 'slice');
  await writeFile(path, file.bytes);
  const handle = await open(path, 'r');
  const buffer = Buffer.alloc(prefixBytes);
  const each = async (work: (prefix: Buffer) => void) => {
    for (let index = 0; index < count; index += 1) {
      await handle.read(buffer, 0, prefixBytes, 0);
      work(buffer);
    }
  };
  const [alone, both, parsing]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= rounds; round += 1) {
    const aloneMs = await measureMs(() => each(() => undefined));
    const bothMs = await measureMs(() => each((prefix) => void parseHead(prefix, false)));
    const parsingMs = await measureMs(async () => {
      for (let index = 0; index < count; index += 1) parseHead(buffer, false);
    });
    if (round === 0) continue;
    alone.push(aloneMs);
    both.push(bothMs);
    parsing.push(parsingMs);
  }
  await handle.close();
  await rm(folder, { recursive: true, force: true });
  const best = (values: number[]) => Math.min(...values);
  console.log(`headers (best): ${((count / best(parsing)) * 1000).toFixed(0)}/s`);
  console.log(`prefix with its header: ${(best(both) / best(alone)).toFixed(2)} of the time of the prefix alone`);
}

if (import.meta.main) await run();
