import { createFixtures } from '../harness/create-fixtures.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTextTranslator } from '../harness/translators.ts';
import { consentPath } from '../harness/visits.ts';
import { expect, test } from '../test-app.ts';

for (const [language, number] of [
  ['el', 28],
  ['en', 29],
] as const) {
  test(`shows on a phone’s first screen in ${language} who asks, what follows, the phone and both answers`, async ({
    testApp,
    browser,
  }) => {
    const agreement = createTextTranslator('consent-text', language);
    const { links } = await createFixtures(testApp, number);
    const page = await openPage(browser, testApp, null, { language, width: 390, height: 844 });
    await page.goto(consentPath(links.waiting));
    const buttons = page.getByRole('contentinfo').getByRole('button');
    await expect(buttons).toHaveCount(2);
    const { y: fold = 0 } = (await buttons.first().boundingBox()) ?? {};
    expect(fold).toBeLessThan(844);
    for (const part of [
      page.getByRole('heading', { level: 1 }),
      page.getByText('ISA-', { exact: false }),
      page.getByText(agreement('willSee')),
      page.getByText(agreement('unknownDoctor')),
      page.getByRole('main').getByRole('link', { name: /210 555 0100/ }),
    ]) {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
      expect(y).toBeGreaterThan(0);
      expect(y + height, await part.innerText()).toBeLessThanOrEqual(fold);
    }
    await expectAccessible(page);
    await page.context().close();
  });
}
