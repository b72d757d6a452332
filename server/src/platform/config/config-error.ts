/** A contradiction or mistake in the environment, in a sentence that an operator understands. It never repeats a secret. */
export class ConfigError extends Error {
  constructor(variable: string, message: string) {
    super(`${variable}: ${message}`);
    this.name = 'ConfigError';
  }
}
