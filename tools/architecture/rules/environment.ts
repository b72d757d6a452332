import { sequencesOf } from '../sequences.ts';
import { isForTests, type Rule } from '../tree.ts';

function mayRead(path: string): boolean {
  const isConfiguration = path.startsWith('server/src/platform/config/') || path.startsWith('tools/');
  return isConfiguration || isForTests(path) || /(^|\/)[\w.-]+\.config\.ts$/.test(path);
}

/** The environment is read in one place, so that an operator finds every name there. */
export const checkEnvironment: Rule = ({ files }) =>
  files.flatMap(({ path, tokens, imports }) => {
    if (mayRead(path)) return [];
    const reads = sequencesOf(tokens, [
      ['process', '.', 'env'],
      ['process', '?.', 'env'],
      ['process', '[', 'env'],
      ['env', '}', '=', 'process'],
    ]);
    const names = imports.some(({ specifier }) => specifier === 'node:process' || specifier === 'process');
    const imported = names
      ? sequencesOf(tokens, [
          ['env', '}', 'from'],
          ['env', ','],
        ])
      : [];
    return [...reads, ...imported].map(({ line }) => ({
      rule: 'environment',
      path,
      line,
      message: 'the environment is read in server/src/platform/config only',
    }));
  });
