import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** One exported object of a file, by its name. Fails when the file does not export it: a rule must not pass unread. */
export async function loadExport(root: string, path: string, name: string): Promise<object> {
  const exported: unknown = await import(/* @vite-ignore */ pathToFileURL(join(root, path)).href);
  if (typeof exported === 'object' && exported !== null) {
    const value = Object.entries(exported).find(([key]) => key === name)?.[1];
    if (typeof value === 'object' && value !== null) return value;
  }
  throw new Error(`${path} does not export an object named ${name}.`);
}
