import * as z from 'zod';
import { examTypes } from '../../choices.ts';

/** Rows and columns of the viewer's panes. */
export const paneLayouts = ['1x1', '1x2', '2x1', '2x2', '2x3'] as const;

/** How the viewer opens exams of one type. */
export const preferredLayout = z.strictObject({
  examType: z.enum(examTypes),
  layout: z.enum(paneLayouts),
  /** The latest prior exam opens beside it. */
  compare: z.boolean(),
});
export type PreferredLayout = z.infer<typeof preferredLayout>;

/** What a user chose for the viewer. At most one layout for each type of exam. */
export const viewerSettings = z.strictObject({
  layouts: z
    .array(preferredLayout)
    .max(examTypes.length)
    .refine((layouts) => new Set(layouts.map(({ examType }) => examType)).size === layouts.length),
});
export type ViewerSettings = z.infer<typeof viewerSettings>;
