/**
 * Runs an operator's command to its end: the process exits with what it answers, 0 where all is good, or with 2 where it could not
 * run, with `notRun` and the reason on the error output.
 */
export function runCommand(command: () => Promise<number>, failureMessage: string): void {
  command().then(
    (exitCode) => {
      process.exitCode = exitCode;
    },
    (error: unknown) => {
      process.stderr.write(`\n${failureMessage}\n${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 2;
    },
  );
}
