import keywords from './dictionary/keywords.json' with { type: 'json' };

const tags: ReadonlyMap<string, string> = new Map(
  Object.entries(keywords).flatMap(([group, elements]) =>
    Object.entries(elements).map(([element, keyword]) => [keyword, `${group}${element}`] as const),
  ),
);

/** Returns the tag of a PS3.6 keyword in eight hexadecimal digits; undefined if it is not a keyword. */
export function tagOfKeyword(keyword: string): string | undefined {
  return tags.get(keyword);
}

/** All keywords of PS3.6 by tag, in eight hexadecimal digits. */
export const keywordsByTag: ReadonlyMap<string, string> = new Map([...tags].map(([keyword, tag]) => [tag, keyword]));
