import { type Screen, screens } from '@medcloud/contract';
import { patternOf } from '@medcloud/web/src/text/specification/pattern.ts';
import type { Place, SourcedArea } from '@medcloud/web/src/text/specification/source.ts';
import { specification } from '@medcloud/web/src/text/specification.ts';
import { expect, test } from '@playwright/test';
import { readTexts, type SeenTexts } from './record.ts';
import { unseen } from './unseen.ts';

/** Runs after every other browser test, on what they have seen: `playwright.config.ts` says so. */

const screenNames = Object.keys(screens).filter((name): name is Screen => name in screens);

/** Whether an address shows a screen. */
function isOf(path: string, screen: Screen): boolean {
  const parts = screens[screen].split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[^/]+')}$`).test(path);
}

function isAt(path: string, place: Place): boolean {
  return place === 'notFound' ? !screenNames.some((screen) => isOf(path, screen)) : isOf(path, place);
}

function wasSeen(seen: SeenTexts, places: readonly Place[], message: string): boolean {
  const pattern = patternOf(message);
  return [...seen].some(
    ([path, texts]) => places.some((place) => isAt(path, place)) && [...texts].some((text) => pattern.test(text)),
  );
}

/** Lines for the sentences nobody has seen: section, area, key, and where they were looked for. */
function notSeen(seen: SeenTexts, { name, sources }: SourcedArea): string[] {
  return sources.flatMap(({ section, on, sentences }) =>
    Object.entries(sentences)
      .filter(([sentence]) => !wasSeen(seen, on, sentence))
      .map(([, key]) => `${section}: ${name} ${key} on ${on.join(', ')}`),
  );
}

test('every sentence of the specification was seen by a browser test where it appears', async () => {
  const seen = await readTexts(test.info().project.outputDir);
  const missing = specification.flatMap((area) => notSeen(seen, area));
  expect(missing.toSorted()).toEqual(Object.keys(unseen).toSorted());
});
