import { screenPath } from '@medcloud/contract/screens';
import {
  colorOrders,
  colorValues,
  formHeight,
  formWidth,
  gray12,
  grayFiles,
  grayValues,
  nameOf,
  paletteColors,
  paletteForms,
  paletteName,
  readForm,
  uidOf,
  writeColor,
  writeGray,
  writeOverlay,
  writePalette,
} from '@medcloud/dicom/test/pixel-forms.ts';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { createCenter, signInAdmin, uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import type { Page } from '@playwright/test';
import { openPage } from '../harness/open-page.ts';
import { expect, test } from '../test-app.ts';

/** Every proven form of pixels is shown as it was before it was compressed, by the browser's decoder or by the server. */

const luminance = (colors: readonly number[]) =>
  Array.from({ length: colors.length / 3 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = colors.slice(3 * pixel, 3 * pixel + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });

const natives = [...new Map(grayFiles.map(({ form }) => [nameOf(form), form]))];

/** The values of each file, and its bytes. */
const files = [
  ...grayFiles.map(({ form, name }) => ({ name, values: grayValues(form), content: readForm(name) })),
  ...natives.map(([name, form]) => ({ name, values: grayValues(form), content: writeGray(form) })),
  ...colorOrders.map((order) => {
    const name = `color-jpeg-ls-${order}`;
    return { name, values: luminance(colorValues()), content: readForm(name) };
  }),
  { name: 'overlay', values: grayValues(gray12), content: writeOverlay('overlay') },
  { name: 'color', values: luminance(colorValues()), content: writeColor() },
  ...paletteForms.map((form) => ({
    name: paletteName(form),
    values: luminance(paletteColors(form)),
    content: writePalette(form),
  })),
];

interface Shown {
  instance: string;
  /** Brightness at the center of each pixel. */
  shades: number[];
}

/** Shows every image of the series, and returns what the pane shows. Runs inside the page. */
async function collectShades([columns, rows]: readonly [number, number]): Promise<Shown[]> {
  const until = async <T>(condition: () => T | null | undefined | false): Promise<T> => {
    const deadline = performance.now() + 240_000; // only ends a hang
    for (;;) {
      const result = condition();
      if (result) return result;
      if (performance.now() > deadline) throw new Error(`Timed out waiting for: ${condition}`);
      await new Promise(requestAnimationFrame);
    }
  };
  const pane = () => document.querySelector('section[data-settled=true]');
  await until(() => pane() && document.querySelector('[role=slider]'));
  const track = document.querySelector('[role=slider]');
  const shown: Shown[] = [];
  for (let index = 1; index <= Number(track?.getAttribute('aria-valuemax')); index++) {
    const key = index === 1 ? 'Home' : 'ArrowDown';
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const section = await until(() => track?.getAttribute('aria-valuenow') === String(index) && pane());
    const canvas = section.querySelector('canvas');
    if (!canvas) continue;
    const { width, height } = canvas;
    const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? {};
    const scale = Math.min(width / columns, height / rows);
    const shades = Array.from({ length: columns * rows }, (_, place) => {
      const x = Math.floor(width / 2 + ((place % columns) + 0.5 - columns / 2) * scale);
      const y = Math.floor(height / 2 + (Math.floor(place / columns) + 0.5 - rows / 2) * scale);
      const at = 4 * (y * width + x);
      return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
    });
    shown.push({ instance: section.getAttribute('data-instance') ?? '', shades });
  }
  return shown;
}

// Four values of 2 bits have 0.95, because the viewer's first window cuts one off. An image read wrong has less than 0.9.
const minCorrelation = 0.94;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Pearson's correlation: 1 if the shades follow the values. */
function correlate(values: readonly number[], shades: readonly number[]): number {
  const [ofValues, ofShades] = [mean(values), mean(shades)];
  const product = mean(values.map((value, place) => (value - ofValues) * ((shades[place] ?? 0) - ofShades)));
  const spread = (numbers: readonly number[], middle: number) => mean(numbers.map((one) => (one - middle) ** 2));
  return product / Math.sqrt(spread(values, ofValues) * spread(shades, ofShades));
}

async function showFiles(page: Page, examId: string): Promise<Map<string, number[]>> {
  await page.goto(screenPath('examView', { examId }));
  await expect(page.locator('[data-drawn=true]').first()).toBeVisible();
  const shown = await page.evaluate(collectShades, [formWidth, formHeight] as const);
  return new Map(shown.map(({ instance, shades }) => [instance, shades]));
}

test('shows every proven form of pixels as it was before it was compressed', async ({ browser, testApp }) => {
  const person = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: '+306900068011' };
  const center = await createCenter(testApp, await signInAdmin(testApp), { name: 'Μορφές', number: 69, ...person });
  const archive = Buffer.from(buildZip(files.map(({ name, content }) => ({ name: `${name}.dcm`, content }))));
  const { patientId } = center.patient;
  const examId = await uploadExam(center.client, patientId, archive, { mismatchReason: 'Test files' });
  const page = await openPage(browser, testApp, center.client);
  const rendered: string[] = [];
  page.on('request', (request) => /frames\/1\/rendered/.test(request.url()) && rendered.push(request.url()));
  const shown = await showFiles(page, examId);
  const correlations = files.map(
    ({ name, values }) => [name, correlate(values, shown.get(uidOf(name)) ?? [])] as const,
  );
  expect(correlations.filter(([, correlation]) => !(correlation > minCorrelation))).toEqual([]);
  // planes, a high bit of 15 twice, an overlay, and palettes of 65,536 entries and in segments
  expect([rendered.length, new Set(rendered).size]).toEqual([6, 6]);
});
