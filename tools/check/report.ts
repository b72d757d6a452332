import { readFileSync } from 'node:fs';

/** A test runner's report in JSON; empty where it was not written, or not to its end. */
export function readReport(path: string): object {
  try {
    const report: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof report === 'object' && report !== null ? report : {};
  } catch {
    // No report, or half of one: the exit code tells that the stage broke off.
    return {};
  }
}

/** What stands under `key`, in whatever the runner wrote. */
export function valueAt(report: unknown, key: string): unknown {
  if (typeof report !== 'object' || report === null) return undefined;
  return Object.entries(report).find(([name]) => name === key)?.[1];
}

export function numberAt(report: unknown, key: string): number {
  const value = valueAt(report, key);
  return typeof value === 'number' ? value : 0;
}

export function textAt(report: unknown, key: string): string {
  const value = valueAt(report, key);
  return typeof value === 'string' ? value : '';
}

export function listAt(report: unknown, key: string): readonly unknown[] {
  const value = valueAt(report, key);
  return Array.isArray(value) ? value : [];
}
