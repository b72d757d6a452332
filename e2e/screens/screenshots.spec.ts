import { screens } from '@medcloud/contract/screens';
import { expect, test } from '@playwright/test';
import { renderContactSheet } from './contact-sheet.ts';
import { parseOptions } from './options.ts';
import { sourceScreenshots } from './source-screenshots.ts';
import { states } from './states.ts';

/** What `npm run screens` takes pictures of. */

test('every screen has its pictures, and each picture a name of its own', () => {
  const shown = new Set(states.map(({ screen }) => screen));
  expect(Object.values(screens).filter((path) => !shown.has(path))).toEqual([]);
  expect(new Set(states.map(({ screen, name }) => `${screen} ${name}`)).size).toBe(states.length);
});

test('pictures that are kept are of states that there are', () => {
  const names = new Set(states.map(({ screen, name }) => `${screen} ${name}`));
  const lost = [...sourceScreenshots.landing, ...sourceScreenshots.docs].filter(
    ({ screen, state }) => !names.has(`${screen} ${state}`),
  );
  expect(lost).toEqual([]);
});

test('options narrow the pictures, and a wrong one is said', () => {
  const options = parseOptions(['--only', 'Patients', '--width', '390', '--theme', 'dark', '--language', 'el']);
  expect(options).toMatchObject({ only: ['patients'], widths: ['390'], themes: ['dark'], languages: ['el'] });
  expect(parseOptions([])).toMatchObject({ only: [], widths: ['390', '768', '1440'] });
  expect(() => parseOptions(['--width', '391'])).toThrow('--width is one of 390, 768, 1440.');
});

test('the contact sheet shows each picture below its screen, whatever the screen is called', () => {
  const screenshot = { screen: '/a?<b>', state: 'in "use"', view: 'en light 390', file: 'a/one.webp' };
  const sheet = renderContactSheet([screenshot], '1 picture in 1 s');
  expect(sheet).toContain('/a?&lt;b&gt;</h2>');
  expect(sheet).toContain('<h3>in &quot;use&quot;</h3>');
  expect(sheet).toContain('<a href="a/one.webp"><img');
});
