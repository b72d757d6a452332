import { type ChildProcess, spawn } from 'node:child_process';
import { programEnvironment } from '../../../config/program-environment.ts';
import { pidFilePath } from './pid-file.ts';

// Runs a program and interrupts it when standard input closes, that is when Node is gone, however it went. It asks
// again every second: a program that has just started still ignores SIGINT, as a shell's background programs do.
// An unreaped program keeps its number, so no other process can be hit.
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

/** A program with its arguments, and the user to run it as if not Node's own. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** The command that runs `command`, interrupts it when its standard input closes, and removes an emptied folder. */
export function wrapWithWatchdog(command: Command, emptiedFolder = ''): Command {
  const args = ['-c', runner, 'medcloud-database', emptiedFolder, command.program, ...command.args];
  return { ...command, program: 'sh', args };
}

// For a server that runs already. The number is checked against the pid file and the folder that the process works in
// (where the system shows it), since the server may have gone and its number been given away.
const follower = `
read -r _
read -r pid <"$1" || exit 0
[ "$pid" = "$2" ] || exit 0
[ ! -e /proc/self/cwd ] || [ "/proc/$pid/cwd" -ef "$3" ] || exit 0
kill -INT "$pid"
while kill -0 "$pid" 2>/dev/null; do sleep 1; done
rmdir "$4" 2>/dev/null
`;

/** Watches over a postmaster that is not Node's child: it is interrupted when the given process's input closes. */
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
