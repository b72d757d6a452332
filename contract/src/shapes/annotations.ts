import * as z from 'zod';
import { limits } from '../limits.ts';
import { issueCode } from '../validation-codes.ts';
import { instant, line, lines, optional, withDefault } from './common.ts';

/** Kinds of items. The comment beside each says its points, in this order. */
export const annotationKinds = [
  'length', // both ends
  'angle', // one end, the vertex, the other end
  'cobb', // both ends of the first line, both ends of the second
  'ellipse', // both ends of the major axis, both ends of the minor axis
  'rectangle', // the four corners, in order around it
  'probe', // the point
  'arrow', // the tip, then the other end, where the label stands
  'text', // the place of the label
  'key-image', // none: the whole image
] as const;
export type AnnotationKind = (typeof annotationKinds)[number];

/** How many points an item of a kind has. */
export const annotationPoints = {
  length: 2,
  angle: 3,
  cobb: 4,
  ellipse: 4,
  rectangle: 4,
  probe: 1,
  arrow: 2,
  text: 1,
  'key-image': 0,
} as const satisfies Record<AnnotationKind, number>;

/** Where the millimeters come from (PS3.3 10.7.1.3). `pixels`: nothing is known, values are in pixels. */
export const annotationScales = ['patient', 'detector', 'region', 'pixels'] as const;
export type AnnotationScale = (typeof annotationScales)[number];

/** `author`: the author alone. `center`: the exam's center too. `all`: each person who may see the exam now. */
export const annotationVisibilities = ['author', 'center', 'all'] as const;
export type AnnotationVisibility = (typeof annotationVisibilities)[number];

const uid = z.string().regex(/^[0-9.]{1,64}$/);
const coordinate = z.number().min(-1_000_000).max(1_000_000);
const value = z.number().min(-1e12).max(1e12);

/** Adds to a shape that its text has no invisible character: none that turns the direction, and no blank letter. */
const visible = <S extends z.ZodType<string>>(shape: S) =>
  shape.refine((text) => !/[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u.test(text), {
    error: issueCode('control_characters'),
  });
const visibleLine = (max: number) => visible(line(max));

const onImage = z.object({ image: z.object({ sop: uid, frame: z.number().int().min(1).max(1_000_000) }) });
const onPlane = z.object({
  plane: z.object({
    frameOfReference: uid,
    series: uid,
    /** Of length 1, in the frame of reference. */
    normal: z.tuple([coordinate, coordinate, coordinate]),
    thicknessMm: z.number().min(0).max(10_000),
    blend: z.enum(['none', 'mip', 'minip', 'average']),
  }),
});

/**
 * What an item measured, not rounded: a geometry (`length`, `angle`, `area`) that is more than 0.5 % off the points'
 * own is refused when a version is saved. Lengths are in millimeters and areas in their squares, or in pixels if `scale`
 * is `pixels`; angles in degrees. `mean` to `max` are pixel values in `unit`; a probe has its value as `mean`.
 */
const annotationStats = z.object({
  scale: z.enum(annotationScales),
  length: value.optional(),
  angle: value.optional(),
  area: value.optional(),
  mean: value.optional(),
  sd: value.optional(),
  min: value.optional(),
  max: value.optional(),
  /** The pixel values are averages of a coarser volume. */
  approximate: z.boolean().optional(),
  /** UCUM where there is one: `[hnsf'U]` (Hounsfield), `g/mL{SUVbw}`; else as the file says. */
  unit: visibleLine(64).optional(),
});
export type AnnotationStats = z.infer<typeof annotationStats>;

/** How the image was shown. `rotation` in degrees clockwise, after `flip` (mirrored left to right). */
const annotationView = z.object({
  window: z.object({ center: value, width: value }).optional(),
  invert: z.boolean().optional(),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).optional(),
  flip: z.boolean().optional(),
});
export type AnnotationView = z.infer<typeof annotationView>;

const identity = { id: z.uuid(), updatedAt: instant };

/** One measurement, arrow, text or key image. */
export const annotation = z.object({
  ...identity,
  kind: z.enum(annotationKinds),
  on: z.union([onImage, onPlane]),
  /**
   * On an image: column and row, (0, 0) is the upper left corner of the first pixel, so its middle is (0.5, 0.5) (PS3.3
   * C.10.5.1.2). On a plane: x, y and z in millimeters in the frame of reference.
   */
  points: z.array(z.union([z.tuple([coordinate, coordinate]), z.tuple([coordinate, coordinate, coordinate])])).max(4),
  label: optional(visibleLine(limits.annotationLabelMax)),
  stats: annotationStats.optional(),
  view: annotationView.optional(),
});
export type Annotation = z.infer<typeof annotation>;

/** An item that was deleted. It stays in the draft, so that another tab does not bring it back. */
export const deletedAnnotation = z.object({ ...identity, deleted: z.literal(true) });
export type DeletedAnnotation = z.infer<typeof deletedAnnotation>;

/** An item of a draft. */
export const draftItem = z.union([deletedAnnotation, annotation]);
export type DraftItem = z.infer<typeof draftItem>;

/** Returns the items that are not deleted. */
export const withoutDeleted = (items: readonly DraftItem[]): Annotation[] =>
  items.filter((item): item is Annotation => !('deleted' in item));

const hasPointsOfItsKind = (item: DraftItem) => {
  if ('deleted' in item) return true;
  const dimensions = 'image' in item.on ? 2 : 3;
  return (
    item.points.length === annotationPoints[item.kind] && item.points.every((point) => point.length === dimensions)
  );
};

/** The whole draft, as it is sent. At most 500 items that are not deleted, and as many deleted ones. */
export const draftChange = z.object({
  items: z
    .array(draftItem.refine(hasPointsOfItsKind, { error: issueCode('annotation_points'), path: ['points'] }))
    .max(2 * limits.annotationsMax)
    .refine((items) => withoutDeleted(items).length <= limits.annotationsMax, {
      error: issueCode('too_many_choices', limits.annotationsMax),
    })
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, { error: issueCode('sent_twice') }),
});
export type DraftChange = z.infer<typeof draftChange>;

/**
 * The caller's own draft on an exam. `revision` is the number of its changes: 0 before the first. It is sent as
 * `If-Match` with the next change.
 */
export const annotationDraft = z.object({
  revision: z.number().int(),
  items: z.array(draftItem),
  updatedAt: instant.nullable(),
});
export type AnnotationDraft = z.infer<typeof annotationDraft>;

/** The reply to a change of the draft. */
export const draftRevision = annotationDraft.pick({ revision: true, updatedAt: true });
export type DraftRevision = z.infer<typeof draftRevision>;

/** A set that was saved: the newest version of what one author measured on one exam. */
export const annotationSet = z.object({
  id: z.uuid(),
  /** A doctor's full name, or the center's name. */
  author: z.object({ name: z.string(), kind: z.enum(['doctor', 'center']), isSelf: z.boolean() }),
  title: z.string().nullable(),
  visibility: z.enum(annotationVisibilities),
  version: z.number().int(),
  itemCount: z.number().int(),
  /** How many DICOM objects of each kind the version has. */
  objects: z.object({ sr: z.number().int(), pr: z.number().int(), ko: z.number().int() }),
  savedAt: instant,
});
export type AnnotationSet = z.infer<typeof annotationSet>;

/** A set with its items. */
export const annotationSetWithItems = annotationSet.extend({ items: z.array(annotation) });
export type AnnotationSetWithItems = z.infer<typeof annotationSetWithItems>;

/** The caller's draft on an exam, and the saved sets that the exam shows the caller: newest first, at most 100. */
export const examAnnotations = z.object({ draft: annotationDraft, sets: z.array(annotationSet) });
export type ExamAnnotations = z.infer<typeof examAnnotations>;

/** Saves the draft as a version. Without `visibility`: `author` for a doctor, `all` for a center. */
export const versionToSave = z.object({
  title: optional(visibleLine(limits.nameMax)),
  visibility: optional(z.enum(annotationVisibilities)),
});
export type VersionToSave = z.infer<typeof versionToSave>;

export const setWithdrawal = z.object({ reason: visible(lines(limits.reasonMax, issueCode('reason_required'))) });
export type SetWithdrawal = z.infer<typeof setWithdrawal>;

/** DICOM reports, presentation states and key images of the newest version, a table of values, or a document. */
export const annotationFormats = ['sr', 'pr', 'ko', 'csv', 'pdf'] as const;
export type AnnotationFormat = (typeof annotationFormats)[number];

/** `part`: of several objects of one kind, as of exams with two studies, counted from 0. */
export const annotationFileQuery = z.object({
  format: withDefault(z.enum(annotationFormats), 'sr'),
  part: optional(z.coerce.number().int().min(0).max(limits.annotationsMax)),
});
