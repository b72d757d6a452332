import { execFile } from 'node:child_process';
import { findProgram } from '@medcloud/server/test/services/program.ts';

export interface ProgramOutput {
  readonly code: number;
  /** Standard output, then standard error. */
  readonly text: string;
}

/** Runs an installed program and waits for its end. Returns null if it is not installed. */
export async function runProgram(name: string, args: readonly string[]): Promise<ProgramOutput | null> {
  const path = findProgram(name);
  if (path === null) return null;
  return await new Promise((resolve) => {
    execFile(path, args, { maxBuffer: 67_108_864, timeout: 120_000 }, (error, output, errorOutput) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, text: `${output}\n${errorOutput}` });
    });
  });
}
