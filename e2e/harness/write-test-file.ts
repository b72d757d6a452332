import { writeFile } from 'node:fs/promises';
import { test } from '@playwright/test';

/**
 * Writes a file to the test's own folder and returns its path. Playwright passes bytes through the page's script, 0.5 s
 * a megabyte.
 */
export async function writeTestFile(name: string, bytes: Buffer): Promise<string> {
  const path = test.info().outputPath(name);
  await writeFile(path, bytes);
  return path;
}
