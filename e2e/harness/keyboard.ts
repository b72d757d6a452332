import { expect, type Locator, type Page } from '@playwright/test';

/** Keyboard input for a page that records every mouse event. */
export interface Keyboard {
  press(keys: string): Promise<void>;
  type(text: string): Promise<void>;
  /**
   * Presses Tab or Shift+Tab until the target has a visible focus. Continues if a dialog that opens or closes moves the focus
   * meanwhile.
   */
  tabTo(target: Locator, direction?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** Expects that the target has a visible focus. */
  expectFocus(target: Locator): Promise<void>;
  /** Lists the mouse events since the page was loaded. */
  listMouseEvents(): Promise<string[]>;
}

const maxTabs = 300;

/**
 * Records real mouse events. Call it before the page loads. Enter on a button clicks without a pointer event. A browser also
 * reports a resting mouse when the element under it changes: its movement is zero.
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

/** Checks for an outline on the focused element, on a box around it, or on an element drawn in its place. */
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
    await expect.poll(() => target.evaluate(isFocusVisible), `focus is visible on ${target}`).toBe(true);
  };
  return {
    press: (keys) => page.keyboard.press(keys),
    type: (text) => page.keyboard.type(text),
    expectFocus,
    async tabTo(target, direction = 'Tab') {
      await expect(target).toBeVisible();
      const moveTo = async () => {
        for (let tabs = 0; tabs < maxTabs && !(await hasFocus(target)); tabs += 1) await page.keyboard.press(direction);
        return await target.evaluate(isFocusVisible);
      };
      await expect.poll(moveTo, `focus is visible on ${target}`).toBe(true);
    },
    listMouseEvents: () => page.evaluate(() => Reflect.get(globalThis, 'mice')),
  };
}
