import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { filesUnder } from './source-files.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Returns a page's headings as GitHub names them in links. */
const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Returns the links of a page, in Markdown and HTML, that lead to no file or heading. */
function findDeadLinks(path: string, page: string): string[] {
  const links = [...page.matchAll(/\]\(([^()\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = join(repository, dirname(path), file);
    if (file !== '' && !existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(file === '' ? page : readFileSync(target, 'utf8')).includes(anchor);
  });
}

it('finds the links of each page that lead nowhere', () => {
  const page = '# A page\n[a](README.md) [b](#a-page) [c](docs/none.md) [d](#none) <img src="none.webp">';
  expect(findDeadLinks('x.md', page)).toEqual(['docs/none.md', '#none', 'none.webp']);
});

it('finds no dead link in the pages of this repository', () => {
  const pages = filesUnder(repository, '.', /\.md$/);
  expect(pages.length).toBeGreaterThan(50);
  const dead = pages.flatMap((path) =>
    findDeadLinks(path, readFileSync(join(repository, path), 'utf8')).map((link) => `${path}: ${link}`),
  );
  expect(dead).toEqual([]);
});
