import { parseArgs } from 'node:util';
import { type Language, languages } from '@medcloud/contract/languages';

export const themes = ['light', 'dark'] as const;
export const widths = ['390', '768', '1440'] as const;

/** Selects screenshots. Empty options select everything. */
export interface Options {
  readonly only: readonly string[];
  readonly languages: readonly Language[];
  readonly themes: readonly (typeof themes)[number][];
  readonly widths: readonly (typeof widths)[number][];
  /** `landing` and `docs` write the screenshots of the landing page and of the docs instead. */
  readonly target: 'all' | 'landing' | 'docs';
}

/** Parses the command line. Throws with the allowed values if a value is unknown. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      language: { type: 'string', multiple: true },
      theme: { type: 'string', multiple: true },
      width: { type: 'string', multiple: true },
      landing: { type: 'boolean' },
      docs: { type: 'boolean' },
    },
  });
  return {
    only: (values.only ?? []).map((word) => word.toLowerCase()),
    languages: filterChoices('language', languages, values.language),
    themes: filterChoices('theme', themes, values.theme),
    widths: filterChoices('width', widths, values.width),
    target: values.landing ? 'landing' : values.docs ? 'docs' : 'all',
  };
}

function filterChoices<One extends string>(name: string, all: readonly One[], values: readonly string[] | undefined) {
  if (values === undefined) return all;
  const choices = all.filter((one) => values.includes(one));
  if (choices.length < values.length) throw new Error(`--${name} is one of ${all.join(', ')}.`);
  return choices;
}
