import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseShape } from './parse-shape.ts';
import type { Route } from './route.ts';
import { routes } from './routes/index.ts';
import { parseIssue } from './validation-codes.ts';

/** Every shape of a request, with the name of its route. */
const shapes = Object.values(routes).flatMap((area: Record<string, Route>) =>
  Object.values(area).flatMap((route) =>
    [route.query, route.body, route.form].flatMap((shape) =>
      shape ? [{ name: `${route.method} ${route.path}`, shape }] : [],
    ),
  ),
);

/** Returns the object behind defaults, transforms and refinements, or null for any other shape. */
function findObject(shape: z.core.$ZodType): z.ZodObject | null {
  if (shape instanceof z.ZodObject) return shape;
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault)
    return findObject(shape.def.innerType);
  if (!(shape instanceof z.ZodPipe)) return null;
  return findObject(shape.def.in instanceof z.ZodTransform ? shape.def.out : shape.def.in);
}

/** Lists the paths of all fields, including nested objects. */
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

// zod's own messages are English sentences; ours are codes with an optional value
const isKnownIssue = (issue: string) => /^[a-z][a-z0-9_]*$/.test(parseIssue(issue).code);

describe('parseShape on the shapes of all routes', () => {
  it.each(shapes)('reports each invalid value with a code of the catalogue: $name', ({ shape }) => {
    const paths = listPaths(shape);
    for (const path of [[], ...paths]) {
      for (const value of wrongValues) {
        const parsed = parseShape(shape, wrap(path, value));
        for (const { message } of parsed.success ? [] : parsed.issues)
          expect([path, message]).toSatisfy(([, text]) => isKnownIssue(String(text)));
      }
    }
  });

  it.each(shapes)('reports a text that is too long as too long, not as missing: $name', ({ shape }) => {
    for (const path of listPaths(shape)) {
      const parsed = parseShape(shape, wrap(path, 'x'.repeat(100_000)));
      for (const issue of parsed.success ? [] : parsed.issues.filter((each) => each.path.join('.') === path.join('.')))
        expect([path, issue.message]).not.toSatisfy(([, text]) =>
          /^(?:required|\w*name_required|license_required|specialization_required|exam_\w+_required|\w+_short\w*|too_few_\w+)$/.test(
            String(text),
          ),
        );
    }
  });

  it('covers every route with input', () => {
    expect(shapes.length).toBeGreaterThan(25);
    expect(listPaths(routes.auth.doctorSignup.body)).toContainEqual(['billing', 'last4']);
  });

  // These routes edit a record: its values are required, and an empty field does not mean "unchanged".
  const edits = new Set([
    'PATCH /api/doctor/profile',
    'PATCH /api/admin/medical-centers/{id}',
    'PATCH /api/medical-center/patients/{patientId}',
  ]);

  it.each(shapes.filter(({ name }) => !edits.has(name)))(
    'accepts the empty string for every optional field: $name',
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

  it('reports the broken rule with its limit', () => {
    const shape = z.object({
      name: z.string().max(3),
      list: z.array(z.string()).max(2),
      count: z.number().int().min(1).max(5),
      plan: z.enum(['a', 'b']),
    });
    expect(messages(shape, { name: 'four', list: ['', '', ''], count: 6, plan: 'c' })).toEqual([
      ['name', 'too_many_characters:3'],
      ['list', 'too_many_choices:2'],
      ['count', 'number_too_large:5'],
      ['plan', 'choice_unknown:a, b'],
    ]);
    expect(messages(shape, { name: 1, list: '', count: 1.5, plan: 'a' })).toEqual([
      ['name', 'text_expected'],
      ['list', 'list_expected'],
      ['count', 'integer_expected'],
    ]);
  });

  it('rejects unstorable characters on their field, also in lists and objects, and ignores unknown fields', () => {
    const shape = z.object({ list: z.array(z.object({ notes: z.string() })) });
    const refused = [['list.1.notes', 'control_characters']];
    for (const text of ['a\0b', '\u001b[0m', '\ud800', '\udfff!', '\u007f']) {
      expect(messages(shape, { list: [{ notes: 'tab\tand\r\nline' }, { notes: text }] })).toEqual(refused);
      expect(messages(shape, { list: [], unknown: text })).toEqual([]);
    }
    expect(messages(z.object({ name: z.string() }), { name: '𐐷 👩🏽‍⚕️ Ά' })).toEqual([]);
  });
});
