import { expect, type Locator, type Page } from '@playwright/test';

/** Two hands on a keyboard, and a page that tells of every mouse. */
export interface Keyboard {
  press(keys: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Tab by Tab, or backwards, until the focus stands there and is seen. */
  tabTo(target: Locator, direction?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** The focus stands there, and is seen. */
  isAt(target: Locator): Promise<void>;
  /** What a mouse did on the page since it was loaded. */
  mice(): Promise<string[]>;
}

const mostTabs = 300;

/**
 * Before the page is loaded: a real mouse event is written down; Enter on a button makes a click without a pointer. A browser tells of a
 * mouse that rests as well, once what lies under it has changed: it has moved by nothing.
 */
async function watchMice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { mice: seen });
    for (const name of ['mousemove', 'mousedown', 'pointerdown', 'wheel', 'touchstart'])
      addEventListener(
        name,
        (event) => {
          const rests = name === 'mousemove' && event instanceof MouseEvent && !event.movementX && !event.movementY;
          if (event.isTrusted && !rests) seen.push(name);
        },
        { capture: true },
      );
  });
}

/** An outline on what has the focus, on a box around it, or on a part drawn in its place. */
function showsFocus(element: Element): boolean {
  const outlined = (one: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  const around = [element, element.parentElement, element.parentElement?.parentElement];
  const parts = element.parentElement?.parentElement?.querySelectorAll('span') ?? [];
  return element.matches(':focus-visible') && [...around, ...parts].some((one) => one && outlined(one));
}

export async function handsOn(page: Page): Promise<Keyboard> {
  await watchMice(page);
  const hasFocus = (target: Locator) => target.evaluate((element) => element === element.ownerDocument.activeElement);
  const isAt = async (target: Locator) => {
    await expect(target).toBeFocused();
    await expect.poll(() => target.evaluate(showsFocus), `the focus is seen on ${target}`).toBe(true);
  };
  return {
    press: (keys) => page.keyboard.press(keys),
    type: (text) => page.keyboard.type(text),
    isAt,
    async tabTo(target, direction = 'Tab') {
      await expect(target).toBeVisible();
      for (let tabs = 0; tabs < mostTabs && !(await hasFocus(target)); tabs += 1) await page.keyboard.press(direction);
      await isAt(target);
    },
    mice: () => page.evaluate(() => Reflect.get(globalThis, 'mice')),
  };
}
