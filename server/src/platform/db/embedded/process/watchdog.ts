import { type ChildProcess, spawn } from 'node:child_process';
import { programEnvironment } from '../../../config/program-environment.ts';
import { pidFilePath } from './pid-file.ts';

// Runs a program and interrupts it when standard input closes, that is when Node has ended in any way. Repeats the
// signal every second: a program that has just started still ignores SIGINT, as background programs of a shell do. An
// unreaped program keeps its pid, so the signal cannot reach another process.
const runner = `
folder=$1; shift
exec 3<&0 </dev/null
"$@" 3<&- &
program=$!
( read -r _ <&3; while kill -INT "$program" 2>/dev/null; do sleep 1; done ) &
guard=$!
exec 3<&-
wait "$program"; status=$?
kill "$guard" 2>/dev/null
[ -z "$folder" ] || rmdir "$folder" 2>/dev/null
exit "$status"
`;

/** A program with its arguments, and its user if that is not Node's. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Returns a command that runs `command` and interrupts it when its standard input closes. Afterwards removes
 * `emptiedFolder` if it is empty.
 */
export function wrapWithWatchdog(command: Command, emptiedFolder = ''): Command {
  const args = ['-c', runner, 'medcloud-database', emptiedFolder, command.program, ...command.args];
  return { ...command, program: 'sh', args };
}

// For a server that is not a child of the shell. Compares the pid with the pid file and, if the system shows it, with
// the process's working directory: the server may have ended, and another process may have its pid.
const follower = `
read -r _
read -r pid <"$1" || exit 0
[ "$pid" = "$2" ] || exit 0
[ ! -e /proc/self/cwd ] || [ "/proc/$pid/cwd" -ef "$3" ] || exit 0
kill -INT "$pid"
while kill -0 "$pid" 2>/dev/null; do sleep 1; done
rmdir "$4" 2>/dev/null
`;

/** Starts a watchdog for a postmaster that is not Node's child. Interrupts it when the watchdog's input closes. */
export function watchPostmaster(pid: number, cluster: string, socketFolder: string): ChildProcess {
  const args = [pidFilePath(cluster), String(pid), cluster, socketFolder];
  const child = spawn('sh', ['-c', follower, 'medcloud-database', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: programEnvironment(),
    detached: true,
  });
  child.unref();
  return child;
}
