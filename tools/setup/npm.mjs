// Runs the npm that started this process, without output unless it fails.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, delimiter } from 'node:path';
import { pathOfTools } from './tools-path.mjs';

const maxOutputCharacters = 4000;

function npmCommand() {
  const running = process.env.npm_execpath;
  // Under yarn or pnpm the variable contains another program.
  // `npm ci` may have removed the checkout's own Node that runs this process. Then npm is found by PATH.
  if (running && basename(running).startsWith('npm-cli') && existsSync(process.execPath))
    return [process.execPath, [running]];
  return process.platform === 'win32' ? ['npm.cmd', []] : ['npm', []];
}

/** Removes addresses from npm's output, so a private registry's host does not get into a log. */
function withoutAddresses(text) {
  return text.replace(/\bhttps?:\/\/[^\s/"']+/g, 'the-registry');
}

function environmentFor(root, tools) {
  const path = [...(tools ? pathOfTools(root) : []), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, PATH: path };
}

/** Runs a command in the checkout. Prints its output only if it fails. */
export function runQuietly(root, command, leading, rest, tools) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...leading, ...rest], {
      cwd: root,
      env: environmentFor(root, tools),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command.endsWith('.cmd'),
    });
    let output = '';
    const append = (chunk) => {
      output = (output + chunk).slice(-maxOutputCharacters);
    };
    child.stdout.setEncoding('utf8').on('data', append);
    child.stderr.setEncoding('utf8').on('data', append);
    const stop = () => child.kill('SIGTERM');
    process.once('SIGINT', stop).once('SIGTERM', stop);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      if (code === 0) return resolve(undefined);
      console.error(withoutAddresses(output).trim());
      reject(
        new Error(
          `npm ${rest.filter((one) => !one.startsWith('-')).join(' ')} failed (${signal ?? `exit code ${code}`}); its words are above.`,
        ),
      );
    });
  });
}

export async function runNpm(root, rest, { tools = false } = {}) {
  const [command, leading] = npmCommand();
  await runQuietly(
    root,
    command,
    leading,
    [...rest, '--loglevel=error', '--no-audit', '--no-fund', '--no-progress'],
    tools,
  );
}
