/** Part of `npm run lint`: fails if a name or a comment contains a word that the glossary replaces. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder } from '../architecture/source-files.ts';
import { findReplacedWords } from './replaced-words.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Migrations stay as they landed, files of other projects keep their names, and body parts are the standard's. This folder names the words. */
const exempt =
  /^(?:server\/src\/platform\/db\/migrations\/0|(?:server|dicom)\/test\/data\/|text\/\w+\/data\/body-parts|web\/src\/lib\/exam-names\/body-parts|tools\/lint\/)/;

const files = filesUnder(repository, '.', /./).filter((path) => !exempt.test(path));
const found = files.flatMap((path) => {
  const text = /\.(?:tsx?|mjs|css|html)$/.test(path) ? readFileSync(join(repository, path), 'utf8') : '';
  const names = new Set(findReplacedWords(path, text));
  return names.size === 0 ? [] : [`${path}: ${[...names].join(', ')}`];
});
if (found.length > 0) {
  console.error(`Use the field's word (docs/glossary.md) for:\n${found.join('\n')}`);
  process.exitCode = 1;
} else console.log(`${files.length} files contain no word that the glossary replaces.`);
