import * as z from 'zod';
import { downloadContents } from '../choices.ts';
import { maxReplayMs } from '../events.ts';
import { route } from '../route.ts';
import { listedPrices } from '../shapes/billing/listed-prices.ts';
import { ok, optional } from '../shapes/common.ts';

export const download = route({
  method: 'GET',
  path: '/api/download/{id}',
  access: 'center-or-doctor',
  needs: 'records.read',
  doctor: 'subscribed',
  rate: 'general',
  summary:
    'An exam’s file, byte for byte as uploaded, or its DICOM files and plain documents as a ZIP. Supports Range and ETag.',
  source: 'specification 7; product, exams; security 3, files',
  query: z.object({
    /** `exam`: DICOM files and documents (PDF, JPEG, PNG) without marks, as a ZIP. Default: `original`. */
    content: optional(z.enum(downloadContents)),
    /** `yes`: a doctor wants an original with marks. `infected`: a center wants a file in which a virus was found. */
    confirm: optional(z.enum(['yes', 'infected'])),
  }),
  responseType: 'bytes',
});

/** Settings that a page may read before sign-in. */
export const publicSettings = route({
  method: 'GET',
  path: '/api/public-settings',
  access: 'anyone',
  rate: 'general',
  summary: 'Settings that a page needs before sign-in.',
  source: 'shapes, added endpoints',
  reply: z.object({
    /** Only if the portal is reached on loopback: prefills the administrator’s login. */
    adminEmail: z.string().optional(),
    operator: z.object({
      name: z.string().optional(),
      email: z.string().optional(),
      phone: z.string().optional(),
      address: z.string().optional(),
    }),
    mailConfirms: z.boolean(),
    payments: z.boolean(),
    /** Free days of a doctor from the approval on; 0: none. */
    trialDays: z.number().int(),
    prices: listedPrices,
    timeZone: z.string(),
    passwordMin: z.number().int(),
    /** The origin at which passkeys work; null where the portal’s address is an IP address. */
    passkeysAt: z.string().nullable(),
    /** An assigned password must be changed before any other call. */
    passwordChangeFirst: z.boolean(),
  }),
});

export const events = route({
  method: 'GET',
  path: '/api/events',
  access: 'signed-in',
  rate: 'general',
  summary: 'Server-sent events: what changed, by kind and id only.',
  source: 'product, rule 6; shapes, events',
  query: z.object({
    /**
     * Also sends events of the last `withinMs` milliseconds if the portal still has them; then the reply has
     * `events-told`.
     */
    withinMs: z.coerce.number().int().min(0).max(maxReplayMs).optional(),
  }),
  responseType: 'events',
});

export const live = route({
  method: 'GET',
  path: '/api/health/live',
  access: 'anyone',
  rate: 'none',
  summary: 'The process responds.',
  source: 'shapes, added endpoints',
  reply: ok,
});

export const ready = route({
  method: 'GET',
  path: '/api/health/ready',
  access: 'anyone',
  rate: 'none',
  summary: 'The start is complete, and database and storage respond; 503 otherwise.',
  source: 'shapes, names and places',
  reply: ok,
});

export const openapi = route({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'anyone',
  rate: 'general',
  summary: 'The API document, OpenAPI 3.1.',
  source: 'beside the specification: the API document',
  reply: z.record(z.string(), z.unknown()),
});

export const docs = route({
  method: 'GET',
  path: '/api/docs',
  access: 'anyone',
  rate: 'general',
  summary: 'The API document as a page.',
  source: 'beside the specification: the API document',
  responseType: 'page',
});
