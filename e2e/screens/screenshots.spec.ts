import { screens } from '@medcloud/contract/screens';
import { expect, test } from '@playwright/test';
import { renderContactSheet } from './contact-sheet.ts';
import { parseOptions } from './options.ts';
import { sourceScreenshots } from './source-screenshots.ts';
import { states } from './states.ts';

/** The states and options of `npm run screens`. */

test('lists a state for every screen, each with a unique name', () => {
  const shown = new Set(states.map(({ screen }) => screen));
  expect(Object.values(screens).filter((path) => !shown.has(path))).toEqual([]);
  expect(new Set(states.map(({ screen, name }) => `${screen} ${name}`)).size).toBe(states.length);
});

test('takes stored screenshots only of known states', () => {
  const names = new Set(states.map(({ screen, name }) => `${screen} ${name}`));
  const unknown = [...sourceScreenshots.landing, ...sourceScreenshots.docs].filter(
    ({ screen, state }) => !names.has(`${screen} ${state}`),
  );
  expect(unknown).toEqual([]);
});

test('parses options, and names the allowed values of a wrong one', () => {
  const options = parseOptions(['--only', 'Patients', '--width', '390', '--theme', 'dark', '--language', 'el']);
  expect(options).toMatchObject({ only: ['patients'], widths: ['390'], themes: ['dark'], languages: ['el'] });
  expect(parseOptions([])).toMatchObject({ only: [], widths: ['390', '768', '1440'] });
  expect(() => parseOptions(['--width', '391'])).toThrow('--width is one of 390, 768, 1440.');
});

test('shows each screenshot below its screen, with escaped names', () => {
  const screenshot = { screen: '/a?<b>', state: 'in "use"', view: 'en light 390', file: 'a/one.webp' };
  const sheet = renderContactSheet([screenshot], '1 picture in 1 s');
  expect(sheet).toContain('/a?&lt;b&gt;</h2>');
  expect(sheet).toContain('<h3>in &quot;use&quot;</h3>');
  expect(sheet).toContain('<a href="a/one.webp"><img');
});
