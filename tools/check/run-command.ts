import { spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { createInterface } from 'node:readline';

// A stage that ignores SIGTERM is killed after this time.
const graceMs = 10_000;

export interface CommandResult {
  readonly code: number;
  readonly tookMs: number;
}

interface CommandOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when the check stops. */
  readonly stop: AbortSignal;
  /** Added to our nice value, for the command and all its processes. 0 by default. */
  readonly niceness?: number;
  /** Receives the output line by line. Without it the command inherits our output. */
  readonly onLine?: (line: string) => void;
}

const lowestPriority = 19;

/** Adds to this process's nice value, at most to the lowest priority. */
export const addNiceness = (niceness: number) => Math.min(getPriority() + niceness, lowestPriority);

/**
 * Runs one stage's command to its end. The stage has its own process group, so a stop also ends its workers, servers
 * and browsers.
 */
export function runCommand(command: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const [program = '', ...rest] = command;
  const isWindows = process.platform === 'win32';
  const startedMs = performance.now();
  const { onLine } = options;
  return new Promise((resolve, reject) => {
    const output = onLine === undefined ? 'inherit' : 'pipe';
    const child = spawn(program, rest, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', output, output],
      detached: !isWindows,
      shell: isWindows,
    });
    if (child.pid !== undefined && options.niceness) setPriority(child.pid, addNiceness(options.niceness));
    if (onLine !== undefined)
      for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', onLine);
    const kill = (signal: NodeJS.Signals) => {
      if (child.pid === undefined) return;
      try {
        process.kill(isWindows ? child.pid : -child.pid, signal);
      } catch (error) {
        // The process group has already ended.
        if (!(error instanceof Error) || !('code' in error) || error.code !== 'ESRCH') throw error;
      }
    };
    let force: NodeJS.Timeout | undefined;
    const stop = () => {
      kill('SIGTERM');
      force = setTimeout(kill, graceMs, 'SIGKILL');
    };
    if (options.stop.aborted) stop();
    options.stop.addEventListener('abort', stop, { once: true });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(force);
      options.stop.removeEventListener('abort', stop);
      resolve({ code: code ?? 1, tookMs: performance.now() - startedMs });
    });
  });
}
