// Runs a script of package.json in a new process (a shell remembers the first `node` it found), passes signals on, and
// ends as it ends. The shell replaces itself with the script's command, so a signal reaches the program and nothing else:
// a second npm between us would deliver it twice, and a server takes a second one as "stop at once".
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathOfTools } from './tools-path.mjs';

// One Ctrl+C reaches us twice, from the terminal and from the npm above us, within a moment. A person's second is later.
const sameSignalMs = 400;
const parentPollMs = 250;
const passedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// glibc raises by itself from which size on memory is the system's own and how much it keeps of what was freed, and never lowers
// them: 20 to 40 MB stayed with the portal after uploads. Set, they stay (mallopt(3)). Just over a sealed frame of 256 KiB:
// with the library's first 128 KiB reading takes 2.5 times the processor's time. Other libraries do not read them.
const memory = { MALLOC_MMAP_THRESHOLD_: '300000', MALLOC_TRIM_THRESHOLD_: '131072' };
// V8's young objects in halves of 8 MB instead of 16: 50 MB less while a large archive arrives, and nothing slower that we found;
// with 4 a series leaves a fifth slower.
const youngObjects = '--max-semi-space-size=8';
const scriptsWithPortal = ['serve', 'demonstrate', 'measure', 'index-again'];

export function readScript(root, script) {
  const text = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts?.[script];
  if (text === undefined) throw new Error(`package.json has no script named ${script}.`);
  return text;
}

/** What a portal is started with; what the operator set stands before it. */
function surroundingsOf(script) {
  if (!scriptsWithPortal.includes(script)) return process.env;
  const options = [youngObjects, process.env.NODE_OPTIONS].filter(Boolean).join(' ');
  return { ...memory, ...process.env, NODE_OPTIONS: options };
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
  // npm runs us through a shell that dies of a SIGTERM without telling us: losing our parent is that signal, late.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (lastMs.size === 0) pass('SIGTERM');
  }, parentPollMs);
  if (process.env.npm_lifecycle_event === undefined) clearInterval(watch);
  child.on('close', () => clearInterval(watch));
}

/** Resolves to the exit code: the script's own, or 128 and the signal's number as shells have it. */
export function runScript(root, script, rest) {
  const [command, commandArguments, shell] = commandLine(readScript(root, script), rest);
  const isAtTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, {
      cwd: root,
      env: {
        ...surroundingsOf(script),
        PATH: [...pathOfTools(root), process.env.PATH ?? ''].join(delimiter),
        npm_lifecycle_event: script,
      },
      stdio: 'inherit',
      shell,
      // At a terminal Ctrl+C would reach the child directly as well: a group of its own keeps it to our passing it on.
      detached: isAtTerminal && process.platform !== 'win32',
    });
    passSignals(child);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
