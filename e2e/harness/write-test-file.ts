import { writeFile } from 'node:fs/promises';
import { test } from '@playwright/test';

/** A file as people choose it, in the test's own folder. Given as bytes it goes through the page's script, a megabyte in half a second. */
export async function writeTestFile(name: string, bytes: Buffer): Promise<string> {
  const path = test.info().outputPath(name);
  await writeFile(path, bytes);
  return path;
}
