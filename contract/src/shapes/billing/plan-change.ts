import * as z from 'zod';
import { issueCode } from '../../validation-codes.ts';
import { cents } from './amounts.ts';
import { openDue } from './overview.ts';

/** The plans that a center chooses by itself. Enterprise is agreed with the operator. */
export const chosenPlans = ['basic', 'premium'] as const;
export type ChosenPlan = (typeof chosenPlans)[number];

const chosenPlan = z.enum(chosenPlans, { error: issueCode('plan_unknown') });

export const planChoice = z.object({ plan: chosenPlan });

/** What is to be paid before the plan is the center's; null if nothing is. */
export const planChoiceReply = z.object({ due: openDue.nullable() });
export type PlanChoiceReply = z.infer<typeof planChoiceReply>;

/**
 * Why a center cannot choose a plan now: it is not charged, its plan was agreed, its billing details are missing, something
 * is late, a payment is checked, or the portal cannot ask for payments.
 */
export const planHindrances = ['not_billed', 'agreed', 'details', 'unpaid', 'checking', 'off'] as const;
export type PlanHindrance = (typeof planHindrances)[number];

/** What another plan would cost a center. */
export const planOption = z.object({
  plan: chosenPlan,
  quotaBytes: z.number().int(),
  /** What is to be paid now for the days that are paid for already; null for a lower plan, which waits for their end. */
  todayCents: cents.nullable(),
  /** The last of those days, and the first after them. */
  until: z.iso.date(),
  from: z.iso.date(),
  /** The day by which it is to be paid. */
  dueOn: z.iso.date(),
  /** What a period costs after them, and its months. */
  grossCents: cents,
  periodMonths: z.number().int(),
  /** More is stored than the plan has. */
  isOverQuota: z.boolean(),
  /** The storage is there before the payment, until the day by which it is due. */
  raisesNow: z.boolean(),
});
export type PlanOption = z.infer<typeof planOption>;

/** A center's own change of plan. */
export const centerPlanChange = z.object({
  hindrance: z.enum(planHindrances).nullable(),
  /** The other plans; empty where the center cannot choose. */
  options: z.array(planOption),
  /** What was chosen and has not begun: to be paid first, or on a day. */
  pending: z
    .object({
      plan: chosenPlan,
      /** The first day of a lower plan. */
      from: z.iso.date().nullable(),
      due: openDue.nullable(),
      /** The storage of the plan is there until this day, and after it with the payment. */
      storageUntil: z.iso.date().nullable(),
    })
    .nullable(),
});
export type CenterPlanChange = z.infer<typeof centerPlanChange>;
