import keywords from './dictionary/keywords.json' with { type: 'json' };

const tags: ReadonlyMap<string, string> = new Map(
  Object.entries(keywords).flatMap(([group, elements]) =>
    Object.entries(elements).map(([element, keyword]) => [keyword, `${group}${element}`] as const),
  ),
);

/** The tag that PS3.6 gives a keyword, in eight hexadecimal digits; undefined for what is no keyword. */
export function tagOfKeyword(keyword: string): string | undefined {
  return tags.get(keyword);
}

/** Every keyword of PS3.6 by its tag, in eight hexadecimal digits. */
export const keywordsByTag: ReadonlyMap<string, string> = new Map([...tags].map(([keyword, tag]) => [tag, keyword]));
