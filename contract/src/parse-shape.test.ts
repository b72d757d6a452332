import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseShape } from './parse-shape.ts';
import type { Route } from './route.ts';
import { routes } from './routes/index.ts';
import { matchTemplate, messageTemplates, validationMessages } from './validation-messages.ts';

/** Every shape of what comes in, with the name of its route. */
const shapes = Object.values(routes).flatMap((area: Record<string, Route>) =>
  Object.values(area).flatMap((route) =>
    [route.query, route.body, route.form].flatMap((shape) =>
      shape ? [{ name: `${route.method} ${route.path}`, shape }] : [],
    ),
  ),
);

/** The object behind defaults, transforms and refinements; null for any other shape. */
function findObject(shape: z.core.$ZodType): z.ZodObject | null {
  if (shape instanceof z.ZodObject) return shape;
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault)
    return findObject(shape.def.innerType);
  if (!(shape instanceof z.ZodPipe)) return null;
  return findObject(shape.def.in instanceof z.ZodTransform ? shape.def.out : shape.def.in);
}

/** Paths of all fields, those of objects inside included. */
function listPaths(shape: z.core.$ZodType): string[][] {
  const object = findObject(shape);
  if (object === null) return [];
  return Object.entries(object.shape).flatMap(([name, field]) => [
    [name],
    ...listPaths(field).map((rest) => [name, ...rest]),
  ]);
}

const wrap = (path: string[], value: unknown): unknown =>
  path.reduceRight((inner, name) => (inner === undefined ? {} : { [name]: inner }), value);

const wrongValues = [
  ...[
    undefined,
    null,
    '',
    ' ',
    'x',
    '\0',
    'a\u0007b',
    'line\nline',
    '\ud800',
    'x@y',
    '2001-02-29',
    '1899-12-31',
    '12/3',
  ],
  ...['x'.repeat(100_000), '+'.repeat(12), '1'.repeat(11), '0', '-1', '1.5', '99999999'],
  ...[0, -1, 1.5, 13, 1e300, Number.NaN, true, false, {}, { length: 1 }, [], [''], ['x'], [1], [null]],
  ...[Array(1_000).fill('x'), Array(1_000).fill('ct'), new Date(0)],
];

const templates = Object.values(messageTemplates);
const fixed = new Set<string>(Object.values(validationMessages));
const isKnownMessage = (message: string) =>
  fixed.has(message) || templates.some((form) => matchTemplate(form, message) !== null);

describe('what a shape refuses', () => {
  it.each(shapes)('is told in a sentence of ours: $name', ({ shape }) => {
    const paths = listPaths(shape);
    for (const path of [[], ...paths]) {
      for (const value of wrongValues) {
        const parsed = parseShape(shape, wrap(path, value));
        for (const { message } of parsed.success ? [] : parsed.issues)
          expect([path, message]).toSatisfy(([, text]) => isKnownMessage(String(text)));
      }
    }
  });

  it.each(shapes)('is told of a text too long that it is too long, not that it is missing: $name', ({ shape }) => {
    for (const path of listPaths(shape)) {
      const parsed = parseShape(shape, wrap(path, 'x'.repeat(100_000)));
      for (const issue of parsed.success ? [] : parsed.issues.filter((each) => each.path.join('.') === path.join('.')))
        expect([path, issue.message]).not.toSatisfy(([, text]) =>
          /is required|a complete|at least/i.test(String(text)),
        );
    }
  });

  it('covers every route that takes something', () => {
    expect(shapes.length).toBeGreaterThan(25);
    expect(listPaths(routes.auth.doctorSignup.body)).toContainEqual(['billing', 'last4']);
  });

  // An edit: what its field holds is required there, and an emptied one is no wish to leave it as it was.
  const edits = new Set([
    'PATCH /api/doctor/profile',
    'PATCH /api/admin/medical-centers/{id}',
    'PATCH /api/medical-center/patients/{patientId}',
  ]);

  it.each(shapes.filter(({ name }) => !edits.has(name)))(
    'is never the empty string of a field that may be left out: $name',
    ({ shape }) => {
      for (const path of listPaths(shape)) {
        const listIssuesAt = (value: unknown) => {
          const parsed = parseShape(shape, wrap(path, value));
          return parsed.success ? [] : parsed.issues.filter((issue) => issue.path.join('.') === path.join('.'));
        };
        if (listIssuesAt(undefined).length === 0) expect([path, listIssuesAt('')]).toEqual([path, []]);
      }
    },
  );
});

describe('parseShape', () => {
  const messages = (shape: z.ZodType, value: unknown) => {
    const parsed = parseShape(shape, value);
    return parsed.success ? [] : parsed.issues.map(({ path, message }) => [path.join('.'), message]);
  };

  it('says what was wrong with which figure', () => {
    const shape = z.object({
      name: z.string().max(3),
      list: z.array(z.string()).max(2),
      count: z.number().int().min(1).max(5),
      plan: z.enum(['a', 'b']),
    });
    expect(messages(shape, { name: 'four', list: ['', '', ''], count: 6, plan: 'c' })).toEqual([
      ['name', 'Use at most 3 characters.'],
      ['list', 'Choose at most 2.'],
      ['count', 'This can be at most 5.'],
      ['plan', 'Choose one of these: a, b.'],
    ]);
    expect(messages(shape, { name: 1, list: '', count: 1.5, plan: 'a' })).toEqual([
      ['name', 'This must be text'],
      ['list', 'This must be a list'],
      ['count', 'This must be a whole number'],
    ]);
  });

  it('refuses what cannot be kept on its field, in lists and objects too, and reads no field that the shape does not have', () => {
    const shape = z.object({ list: z.array(z.object({ notes: z.string() })) });
    const refused = [['list.1.notes', 'Please remove the characters that cannot be shown']];
    for (const text of ['a\0b', '\u001b[0m', '\ud800', '\udfff!', '\u007f']) {
      expect(messages(shape, { list: [{ notes: 'tab\tand\r\nline' }, { notes: text }] })).toEqual(refused);
      expect(messages(shape, { list: [], unknown: text })).toEqual([]);
    }
    expect(messages(z.object({ name: z.string() }), { name: '𐐷 👩🏽‍⚕️ Ά' })).toEqual([]);
  });
});
