/**
 * Runs an operator's command and sets the exit code to the returned one; 0 means success. If the command throws, prints
 * `failureMessage` and the reason to stderr and sets exit code 2.
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
