/** A contradiction or mistake in the environment, in a sentence that an operator understands. It never repeats a secret. */
export class ConfigError extends Error {
  constructor(variable: string, sentence: string) {
    super(`${variable}: ${sentence}`);
    this.name = 'ConfigError';
  }
}
