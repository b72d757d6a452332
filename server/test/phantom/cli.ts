import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { ctVolume } from './ct-volume.ts';
import type { ExamOptions, PhantomFile } from './exam.ts';
import { mrSeries } from './mr-series.ts';
import { persons } from './persons.ts';
import { petCt } from './pet-ct.ts';
import type { CharacterSet } from './text.ts';
import { ultrasound } from './ultrasound.ts';
import { xray } from './xray.ts';
import { zipOf } from './zip-of.ts';

const USAGE = `node server/test/phantom/cli.ts ct|mr|petct|xray|us (--zip FILE | --folder FOLDER) [options]
  --seed N         the same seed gives the same bytes (1)
  --slices N       of a CT, or of each of the MR's two series; frames of an ultrasound clip (60)
  --person N       0 to ${persons.length - 1}, a line of persons.ts (the seed's)
  --charset C      192 (Unicode), 126 (Greek) or 100 (Latin) (192)
  --date D         of the study, YYYY-MM-DD (2025-03-17)
  --deflate        deflate the members of the ZIP
  --bytes N        make the ZIP exactly so long, with a member of zeros; a CT takes as many slices as fit`;

const CHARACTER_SETS: Readonly<Record<string, CharacterSet>> = {
  192: 'ISO_IR 192',
  126: 'ISO_IR 126',
  100: 'ISO_IR 100',
};
// A stored CT slice with both its ZIP headers has at most 525,900 bytes.
const CT_SLICE_BYTES = 526_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    slices: { type: 'string', default: '60' },
    person: { type: 'string' },
    charset: { type: 'string', default: '192' },
    date: { type: 'string' },
    deflate: { type: 'boolean', default: false },
    bytes: { type: 'string' },
    zip: { type: 'string' },
    folder: { type: 'string' },
  },
});

const files = phantomFiles();
if (!files || Boolean(values.zip) === Boolean(values.folder)) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (values.zip) {
  const padToBytes = values.bytes === undefined ? {} : { padToBytes: Number(values.bytes) };
  await pipeline(zipOf(files, { shouldDeflate: values.deflate, ...padToBytes }), createWriteStream(values.zip));
} else if (values.folder) {
  for (const file of files) {
    const path = join(values.folder, file.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.bytes);
  }
}

/** Returns the requested exam's files, or undefined if the arguments select none. */
function phantomFiles(): Iterable<PhantomFile> | undefined {
  const seed = Number(values.seed);
  const slices =
    values.bytes && positionals[0] === 'ct' ? Math.floor(Number(values.bytes) / CT_SLICE_BYTES) : Number(values.slices);
  const patient = persons[Number(values.person ?? seed % persons.length)];
  const characterSet = CHARACTER_SETS[values.charset];
  if (!patient || !characterSet || !Number.isInteger(seed) || !(slices > 0)) return undefined;
  const exam: ExamOptions = { seed, patient, characterSet, ...(values.date ? { studyDate: values.date } : {}) };
  if (positionals[0] === 'ct') return ctVolume({ ...exam, slices });
  if (positionals[0] === 'petct') return petCt({ ...exam, slices });
  if (positionals[0] === 'mr') return bothWeightings(exam, slices);
  if (positionals[0] === 'us') return ultrasound({ ...exam, frames: slices });
  return positionals[0] === 'xray' ? xray(exam) : undefined;
}

function* bothWeightings(exam: ExamOptions, slices: number): Generator<PhantomFile> {
  yield* mrSeries({ ...exam, slices, weighting: 'T1', seriesNumber: 1 });
  yield* mrSeries({ ...exam, slices, weighting: 'T2', seriesNumber: 2 });
}
