import * as z from 'zod';
import { dueStates } from '../../choices.ts';
import { issueCode } from '../../validation-codes.ts';
import { optional, paging, strictObject } from '../common.ts';
import { cents } from './amounts.ts';

/**
 * States of a line. `proposed`: a person decides; `returned`: the bank sent an earlier transfer back, and its payment
 * was undone.
 */
export const bankLineStates = ['matched', 'proposed', 'unmatched', 'ignored', 'returned'] as const;
export type BankLineState = (typeof bankLineStates)[number];

/** What an import found. `repeated` lines were known from an earlier file. */
export const statementImport = z.object({
  id: z.string(),
  lines: z.number().int(),
  matched: z.number().int(),
  proposed: z.number().int(),
  unmatched: z.number().int(),
  repeated: z.number().int(),
});
export type StatementImport = z.infer<typeof statementImport>;

/** What a line pays or may pay. */
const lineDue = z.object({
  id: z.string(),
  userId: z.string(),
  /** Name of the doctor or center. */
  name: z.string(),
  rf: z.string(),
  cents,
  dueOn: z.iso.date(),
  state: z.enum(dueStates),
  /** Number of its invoice: `A-2026-000123`. */
  invoiceNumber: z.string().nullable(),
});

/** A movement of the bank account. Payer and text are read by a call of their own, which is audited. */
export const bankLine = z.object({
  id: z.string(),
  day: z.iso.date(),
  /** Below 0: the account was debited. */
  cents,
  currency: z.string(),
  state: z.enum(bankLineStates),
  /** The bank has only announced it. */
  isPending: z.boolean(),
  /** The bank sent a transfer back. */
  isReturn: z.boolean(),
  /** The RF reference that the line names. */
  rf: z.string().nullable(),
  /** The due it pays; of an undecided line the three likeliest. */
  dues: z.array(lineDue),
  /** The payment that was recorded, or that a return undid; null until then. */
  paymentId: z.string().nullable(),
});
export type BankLineEntry = z.infer<typeof bankLine>;

/** `undecided`: proposed or unmatched. */
export const bankLinesQuery = z.object({ ...paging, state: optional(z.enum([...bankLineStates, 'undecided'])) });
export type BankLinesQuery = z.output<typeof bankLinesQuery>;

/** The due that a line pays: one of those shown, or by its reference. */
export const bankLineMatch = strictObject({
  dueId: optional(z.string().max(100)),
  rf: optional(z.string().trim().max(40)),
}).refine(({ dueId, rf }) => (dueId === undefined) !== (rf === undefined), {
  path: ['rf'],
  error: issueCode('required'),
});
export type BankLineMatch = z.output<typeof bankLineMatch>;

export const bankLineText = z.object({ payer: z.string(), text: z.string() });
export type BankLineText = z.infer<typeof bankLineText>;

/** What a column of a bank’s CSV file may contain. */
export const bankFields = [
  'day',
  'amount',
  'credit',
  'debit',
  'sign',
  'currency',
  'payer',
  'text',
  'reference',
  'account',
] as const;
export type BankField = (typeof bankFields)[number];

const maxColumns = 60;
const heading = z.string().trim().max(200);
const position = optional(
  z
    .number()
    .int()
    .min(0)
    .max(maxColumns - 1),
);

/** A set of headings with the position of each known column, from 0: a day, and an amount or credits, at least. */
export const bankColumns = strictObject({
  headings: z.array(heading).min(2).max(maxColumns),
  columns: strictObject({
    ...{
      day: z
        .number()
        .int()
        .min(0)
        .max(maxColumns - 1),
      amount: position,
    },
    ...{ credit: position, debit: position, sign: position, currency: position, payer: position, text: position },
    ...{ reference: position, account: position },
  }),
})
  .refine(({ columns: { amount, credit } }) => amount !== undefined || credit !== undefined, {
    path: ['columns', 'amount'],
    error: issueCode('bank_columns_missing'),
  })
  .refine(({ headings, columns }) => Object.values(columns).every((index) => (index ?? 0) < headings.length), {
    path: ['columns', 'day'],
    error: issueCode('choice_unknown'),
  });
export type BankColumns = z.output<typeof bankColumns>;

/** The `current` of `statement_columns_unknown`: the file’s headings and some of its rows. */
export const unknownColumns = z.object({ headings: z.array(z.string()), samples: z.array(z.array(z.string())) });
export type UnknownColumns = z.infer<typeof unknownColumns>;
