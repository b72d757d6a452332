import { isLanguage, languageTable } from '@medcloud/contract/languages';
import type { Messages } from '@medcloud/text/messages';
import type { CompiledMessage } from 'icu-minify/format';
import { _createCache, _createIntlFormatters } from 'use-intl/core';
import parseAndFormat from 'use-intl/format-message';
import formatCompiled from 'use-intl/format-message/format-only';
import { expect, it } from 'vitest';
import { compileMessages } from './compile-messages.ts';

const areas = import.meta.glob<Record<string, Messages>>('../../../text/*/**/*.ts', { eager: true });

const numbers = [0, 1, 2, 21, 1284];

type Values = Record<string, string | number | ((parts: unknown) => string)>;

const isText = (one: unknown): one is CompiledMessage => typeof one === 'string' || Array.isArray(one);

/** Returns every text of the tree with its path. */
function leaves(tree: object, path: string): [string, CompiledMessage][] {
  return Object.entries(tree).flatMap(([name, one]) =>
    isText(one) ? [[`${path}.${name}`, one] satisfies [string, CompiledMessage]] : leaves(one, `${path}.${name}`),
  );
}

const tag = (parts: unknown) => `<${[parts].flat(2).join('')}>`;

const valuesOfNodes = (nodes: readonly unknown[], round: number): Values =>
  Object.assign({}, ...nodes.map((one) => valuesOfNode(one, round)));

/** Returns values for one node of a compiled text: an argument's number or branch, a tag's function. */
function valuesOfNode(node: unknown, round: number): Values {
  if (!Array.isArray(node)) return {};
  const [name, kind, branches] = node;
  if (kind === undefined) return { [name]: 'Νίκη & Co' };
  if (typeof kind !== 'number') return { ...valuesOfNodes(node.slice(1), round), [name]: tag };
  const choices = Object.entries(typeof branches === 'object' ? branches : {});
  const inside = valuesOfNodes(
    choices.flatMap(([, branch]) => branch),
    round,
  );
  return { ...inside, [name]: kind === 1 ? choices[round % choices.length]?.[0] : (numbers[round] ?? 0) };
}

/** Returns values for all arguments of a compiled text. Each round uses another number and another branch. */
const valuesOf = (text: unknown, round: number) => (Array.isArray(text) ? valuesOfNodes(text, round) : {});

const formatters = _createIntlFormatters(_createCache());

it.each(Object.entries(areas))('formats every text of %s identically compiled and uncompiled', (file, area) => {
  const language = file.split('/')[4];
  if (!isLanguage(language)) throw new Error(`${file} has no known language.`);
  const options = { cache: _createCache(), formatters, locale: languageTable[language].locale };
  for (const [name, messages] of Object.entries(area)) {
    const compiled = new Map(leaves(compileMessages(messages), name));
    for (const [path, text] of leaves(messages, name)) {
      for (const round of numbers.keys()) {
        const values = valuesOf(compiled.get(path), round);
        const parsed = parseAndFormat(path, String(text), values, options);
        const formatted = formatCompiled(path, compiled.get(path) ?? '', values, options);
        expect(formatted, path).toEqual(parsed);
        expect(formatted, path).not.toContain('undefined');
      }
    }
  }
});
