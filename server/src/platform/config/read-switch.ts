import { ConfigError } from './config-error.ts';

/** Reads a setting that is `on` or `off`. Throws `ConfigError` for anything else. */
export function readSwitch(
  read: (name: string) => string | undefined,
  variable: string,
  unset: 'on' | 'off' = 'off',
): boolean {
  const text = read(variable) ?? unset;
  if (text !== 'on' && text !== 'off') throw new ConfigError(variable, `${text} is neither on nor off.`);
  return text === 'on';
}
