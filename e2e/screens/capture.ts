import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '@medcloud/contract/languages';
import { type CDPSession, expect, type Page } from '@playwright/test';
import type { themes, widths } from './options.ts';

/** Language, theme and width of a screenshot. */
export interface View {
  readonly language: Language;
  readonly theme: (typeof themes)[number];
  readonly width: (typeof widths)[number];
}

const heights = { 390: 844, 768: 1024, 1440: 900 } as const satisfies Record<View['width'], number>;
/** Longer pages are cut, in pixels. */
const maxHeight = 4_000;
const quality = 84;

/** Applies language, theme and width to a loaded page without a reload. */
export async function applyView(page: Page, { language, theme, width }: View): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width: Number(width), height: heights[width] });
  // an open toast keeps its language, so close it
  const toast = page.locator('li[data-state=open] button').last();
  if (language !== 'en' && (await toast.isVisible())) await toast.click();
  await page.evaluate((chosen) => {
    if (document.documentElement.lang !== chosen) {
      localStorage.setItem('medcloud-language', chosen);
      // as if another tab had changed it: this reaches a page below an open dialog too
      window.dispatchEvent(new StorageEvent('storage', { key: 'medcloud-language', newValue: chosen }));
    }
  }, language);
  // the page may still load the texts of its areas
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered)));
  });
}

/** Takes a screenshot of the full page or of the viewport: WebP, or lossless PNG. */
export async function takeScreenshot(
  page: Page,
  session: CDPSession,
  { isFullPage = false, scale = 1, format = 'webp' }: { isFullPage?: boolean; scale?: number; format?: 'webp' | 'png' },
): Promise<Buffer> {
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  if (isFullPage) {
    await page.evaluate(() => window.scrollTo(0, 0));
    const all = await page.locator('html').evaluate((html) => html.scrollHeight);
    // a taller window instead of a capture beyond it: sticky elements stay at the edges
    if (all > height) await page.setViewportSize({ width, height: Math.min(all, maxHeight) });
  }
  await wait(60); // images and skeletons settle in less time
  const clip = scale === 1 ? {} : { clip: { x: 0, y: 0, width, height, scale } };
  const image = format === 'webp' ? { format, quality } : { format };
  const { data } = await session.send('Page.captureScreenshot', { ...image, ...clip });
  return Buffer.from(data, 'base64');
}
