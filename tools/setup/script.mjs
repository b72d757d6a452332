// Runs a script of package.json in a new process (a shell caches the first `node` it found), forwards signals, and
// exits with its code. The shell replaces itself with the script's command, so a signal reaches only the program. A
// second npm in between would deliver it twice, and a server handles a second signal as "stop immediately".
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathOfTools } from './tools-path.mjs';

// One Ctrl+C arrives twice within a moment, from the terminal and from the parent npm. A user's second one comes later.
const sameSignalMs = 400;
const parentPollMs = 250;
const passedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// By default glibc raises its mmap and trim thresholds and never lowers them: after uploads, the portal kept 20 to 40
// MB. Set values are fixed (mallopt(3)). The mmap threshold is just above an encrypted segment of 256 KiB: with glibc's
// initial 128 KiB, reading takes 2.5 times the CPU time. Other C libraries ignore these variables.
const memory = { MALLOC_MMAP_THRESHOLD_: '300000', MALLOC_TRIM_THRESHOLD_: '131072' };
// V8 semi-spaces of 8 MB instead of 16: 50 MB less during the upload of a large archive, with no measured slowdown.
// With 4 MB, a series is sent a fifth slower.
const youngObjects = '--max-semi-space-size=8';
const scriptsWithPortal = ['serve', 'demonstrate', 'measure', 'index-again'];

export function readScript(root, script) {
  const text = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts?.[script];
  if (text === undefined) throw new Error(`package.json has no script named ${script}.`);
  return text;
}

/**
 * Returns the environment of a script; the operator's values take precedence. Node compiles a module once and stores it:
 * processes and worker threads then start in half the time or less. A portal also gets memory settings.
 */
function environmentOf(root, script) {
  const shared = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env };
  if (!scriptsWithPortal.includes(script)) return shared;
  const options = [youngObjects, process.env.NODE_OPTIONS].filter(Boolean).join(' ');
  return { ...memory, ...shared, NODE_OPTIONS: options };
}

function commandLine(text, rest) {
  if (process.platform === 'win32') return [`${text} ${rest.map((one) => JSON.stringify(one)).join(' ')}`, [], true];
  const isOneCommand = !/[;&|<>]/.test(text);
  return ['/bin/sh', ['-c', `${isOneCommand ? 'exec ' : ''}${text} "$@"`, 'sh', ...rest], false];
}

function passSignals(child) {
  const lastMs = new Map();
  const pass = (signal) => {
    const nowMs = Date.now();
    if (nowMs - (lastMs.get(signal) ?? 0) > sameSignalMs) child.kill(signal);
    lastMs.set(signal, nowMs);
  };
  for (const signal of passedSignals) process.on(signal, pass);
  // npm runs this process by a shell, which ends on SIGTERM without forwarding it. So the loss of the parent counts as
  // SIGTERM.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (lastMs.size === 0) pass('SIGTERM');
  }, parentPollMs);
  if (process.env.npm_lifecycle_event === undefined) clearInterval(watch);
  child.on('close', () => clearInterval(watch));
}

/** Runs a script. Resolves to its exit code, or to 128 plus the signal's number as in shells. */
export function runScript(root, script, rest) {
  const [command, commandArguments, shell] = commandLine(readScript(root, script), rest);
  const isAtTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, {
      cwd: root,
      env: {
        ...environmentOf(root, script),
        PATH: [...pathOfTools(root), process.env.PATH ?? ''].join(delimiter),
        npm_lifecycle_event: script,
      },
      stdio: 'inherit',
      shell,
      // At a terminal, Ctrl+C would also reach the child directly. In its own group it gets only the forwarded signal.
      detached: isAtTerminal && process.platform !== 'win32',
    });
    passSignals(child);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
