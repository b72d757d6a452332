import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readZipIndex } from '@medcloud/dicom';
import { describe, expect, it } from 'vitest';

const cli = new URL('cli.ts', import.meta.url).pathname;

describe('phantom cli', () => {
  it('writes the requested exam with exactly the requested size', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'phantom-'));
    try {
      const zip = join(folder, 'out.zip');
      execFileSync(process.execPath, [cli, 'mr', '--slices', '1', '--zip', zip, '--bytes', '400000']);
      const bytes = readFileSync(zip);
      const access = {
        sizeBytes: bytes.length,
        read: async (start: number, end: number) => bytes.subarray(start, end),
      };
      const { entries } = await readZipIndex(access);
      expect(entries.map((entry) => entry.name)).toEqual(['DICOM/MR1/IM000001', 'DICOM/MR2/IM000001', 'PADDING']);
      expect(bytes).toHaveLength(400_000);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('prints its usage and exits with 2 if the arguments select no exam', () => {
    const { status, stderr } = spawnSync(process.execPath, [cli, 'ct'], { encoding: 'utf8' });
    expect([status, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining('ct|mr|petct|xray')]);
  });
});
