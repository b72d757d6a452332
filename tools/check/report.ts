import { readFileSync } from 'node:fs';

/** Reads a test runner's JSON report. Returns an empty object if it is missing or incomplete. */
export function readReport(path: string): object {
  try {
    const report: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof report === 'object' && report !== null ? report : {};
  } catch {
    // The report is missing or incomplete. The exit code shows that the stage broke off.
    return {};
  }
}

/** Returns the value of `key` in a report of unknown shape, or undefined. */
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
