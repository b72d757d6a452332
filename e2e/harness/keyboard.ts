import { expect, type Locator, type Page } from '@playwright/test';

/** Two hands on a keyboard, and a page that tells of every mouse. */
export interface Keyboard {
  press(keys: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Tab by Tab, or backwards, until the focus stands there and is seen. */
  tabTo(target: Locator, direction?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** The focus stands there, and is seen. */
  expectFocus(target: Locator): Promise<void>;
  /** What a mouse did on the page since it was loaded. */
  listMouseEvents(): Promise<string[]>;
}

const maxTabs = 300;

/**
 * Before the page is loaded: a real mouse event is written down; Enter on a button makes a click without a pointer. A browser tells of a
 * mouse that rests as well, once what lies under it has changed: it has moved by nothing.
 */
async function recordMouseEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const events: string[] = [];
    Object.assign(globalThis, { mice: events });
    for (const name of ['mousemove', 'mousedown', 'pointerdown', 'wheel', 'touchstart'])
      addEventListener(
        name,
        (event) => {
          const isResting = name === 'mousemove' && event instanceof MouseEvent && !event.movementX && !event.movementY;
          if (event.isTrusted && !isResting) events.push(name);
        },
        { capture: true },
      );
  });
}

/** An outline on what has the focus, on a box around it, or on a part drawn in its place. */
function isFocusVisible(element: Element): boolean {
  const hasOutline = (one: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  const containers = [element, element.parentElement, element.parentElement?.parentElement];
  const parts = element.parentElement?.parentElement?.querySelectorAll('span') ?? [];
  return element.matches(':focus-visible') && [...containers, ...parts].some((one) => one && hasOutline(one));
}

export async function createKeyboard(page: Page): Promise<Keyboard> {
  await recordMouseEvents(page);
  const hasFocus = (target: Locator) => target.evaluate((element) => element === element.ownerDocument.activeElement);
  const expectFocus = async (target: Locator) => {
    await expect(target).toBeFocused();
    await expect.poll(() => target.evaluate(isFocusVisible), `the focus is seen on ${target}`).toBe(true);
  };
  return {
    press: (keys) => page.keyboard.press(keys),
    type: (text) => page.keyboard.type(text),
    expectFocus,
    async tabTo(target, direction = 'Tab') {
      await expect(target).toBeVisible();
      for (let tabs = 0; tabs < maxTabs && !(await hasFocus(target)); tabs += 1) await page.keyboard.press(direction);
      await expectFocus(target);
    },
    listMouseEvents: () => page.evaluate(() => Reflect.get(globalThis, 'mice')),
  };
}
