/** A rule as a comment, a test's title or a route's `source` cites it: the book, and what of it. */
export interface Citation {
  readonly book: string;
  readonly rule: string;
}

const number = String.raw`\d+[a-c]?(?:\.\d+)?`;
const attack = String.raw`(?:row|attack) \d+`;
const sections = String.raw`\d+(?:(?:, | and )\d+)*`;

const security = new RegExp(String.raw`\bsecurity (${number}(?:(?:, | and )(?:${attack}|${number}))*)`, 'gi');
const specification = new RegExp(String.raw`\bspecification(?:'s)?,? \(?(?:sections? )?(${sections})`, 'gi');
const ofSpecification = new RegExp(String.raw`\bsections? (${sections}) of the specification`, 'gi');
const quoted = /\b(product|shapes|interface), "([^"]+)"/g;
// without quotation marks: at the beginning of a remark in brackets, of a text, or of a part of one
const unquoted = /(?<=[(;'`] ?)(product|shapes|interface), (?!")((?:[^;)'`]|(?<=\w)'(?=\w))+)/g;

/** Comments are read across their lines. */
function joinLines(text: string): string {
  return text.replace(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ').replaceAll('’', "'");
}

const splitList = (list: string) => list.split(/, | and /);

/** Every rule that a text cites. */
export function findCitations(text: string): Citation[] {
  const read = joinLines(text);
  const numbered = [...read.matchAll(specification), ...read.matchAll(ofSpecification)];
  return [
    ...[...read.matchAll(security)].flatMap(([, list = '']) =>
      splitList(list).map((rule) => ({ book: 'security', rule: rule.replace('attack', 'row') })),
    ),
    ...numbered.flatMap(([, list = '']) => splitList(list).map((rule) => ({ book: 'specification', rule }))),
    ...[...read.matchAll(quoted), ...read.matchAll(unquoted)].map(([, book = '', rule = '']) => ({ book, rule })),
  ];
}

/** The rules of docs/rules.md, and of docs/attacks.md the attacks, as they are cited. */
export interface Rules {
  has(citation: Citation): boolean;
}

export function parseRules(rules: string, attacks: string): Rules {
  const known: Record<string, string[]> = {
    security: [
      ...[...rules.matchAll(new RegExp(`^## security (${number}): `, 'gm'))].map(([, rule = '']) => rule),
      ...[...attacks.matchAll(/^\| (\d+) \|/gm)].map(([, row]) => `row ${row}`),
    ],
    specification: [...rules.matchAll(/^## specification, section (\d+): /gm)].map(([, rule = '']) => rule),
  };
  for (const [, book = '', name = ''] of rules.matchAll(/^## (product|shapes|interface), "?([^":\n]+)/gm))
    known[book] = [...(known[book] ?? []), name.toLowerCase()];
  known.shapes?.push(...[...rules.matchAll(/\*\*([^*]+)\*\*[,:]/g)].map(([, name = '']) => name));
  return {
    has({ book, rule }) {
      const names = known[book] ?? [];
      if (book === 'security' || book === 'specification') return names.includes(rule);
      // a name, or one with what of it: "Doctor's path 4-5", "exams: wrong-patient guard"
      return names.some((name) => new RegExp(`^${name.replaceAll('.', '\\.')}(?!\\w)`).test(rule.toLowerCase()));
    },
  };
}
