import { type Screen, screens } from '@medcloud/contract';
import { expect, test } from '@playwright/test';
import { patternOf } from '../specification/pattern.ts';
import type { AreaSources, Place } from '../specification/source.ts';
import { specification } from '../specification/specification.ts';
import { type PageTexts, readTexts } from './page-texts.ts';
import { unseen } from './unseen.ts';

/** Runs after every other browser test, on the recorded texts (see `playwright.config.ts`). */

const screenNames = Object.keys(screens).filter((name): name is Screen => name in screens);

/** Returns whether a path belongs to a screen. */
function isPathOfScreen(path: string, screen: Screen): boolean {
  const parts = screens[screen].split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[^/]+')}$`).test(path);
}

function isPlace(path: string, place: Place): boolean {
  return place === 'notFound'
    ? !screenNames.some((screen) => isPathOfScreen(path, screen))
    : isPathOfScreen(path, place);
}

function isSeen(pageTexts: PageTexts, places: readonly Place[], message: string): boolean {
  const pattern = patternOf(message);
  return [...pageTexts].some(
    ([path, texts]) => places.some((place) => isPlace(path, place)) && [...texts].some((text) => pattern.test(text)),
  );
}

/** Lists the sentences that no test has seen: section, area, key, and the expected screens. */
function listUnseen(pageTexts: PageTexts, { name, sources }: AreaSources): string[] {
  return sources.flatMap(({ section, on, sentences: messages }) =>
    Object.entries(messages)
      .filter(([message]) => !isSeen(pageTexts, on, message))
      .map(([, key]) => `${section}: ${name} ${key} on ${on.join(', ')}`),
  );
}

test('finds every sentence of the specification on its screen in some browser test', async () => {
  const pageTexts = await readTexts(test.info().project.outputDir);
  const missing = specification.flatMap((area) => listUnseen(pageTexts, area));
  expect(missing.toSorted()).toEqual(Object.keys(unseen).toSorted());
});
