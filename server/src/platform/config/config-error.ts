/**
 * A mistake or contradiction in the environment, explained to the operator in one sentence. Never contains a secret.
 */
export class ConfigError extends Error {
  constructor(variable: string, message: string) {
    super(`${variable}: ${message}`);
    this.name = 'ConfigError';
  }
}
