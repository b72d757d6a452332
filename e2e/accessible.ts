import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const levels = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Of the rules of those levels, the ones that ask which colour something has (axe-core: `cat.color`). */
const ofColours = ['color-contrast', 'link-in-text-block'];

type Rules = 'levels' | 'every' | 'colours';

/** What breaks a rule of WCAG 2.2 AA, any rule of axe, or one of its rules on colours, on the page as it stands: the rule, and where. */
export async function barriers(page: Page, rules: Rules = 'levels'): Promise<string[]> {
  // Legacy mode looks at this page alone, which has no frames, and opens no second one to put the findings together.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const asked = { levels: () => axe.withTags(levels), every: () => axe, colours: () => axe.withRules(ofColours) };
  const { violations } = await asked[rules]().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** No rule of WCAG 2.2 AA is broken on the page as it stands. */
export async function accessible(page: Page): Promise<void> {
  expect(await barriers(page)).toEqual([]);
}
