import { type CenterPlan, centerPlans } from '@medcloud/contract';
import { type ChosenPlan, chosenPlans } from '@medcloud/contract/shapes/billing/plan-change';
import type { PlanCode } from '../dues/tables.ts';

/** Returns the plan of a price that centers choose by themselves, or null. */
export const chosenPlanOf = (code: PlanCode): ChosenPlan | null =>
  chosenPlans.find((plan) => code === `center.${plan}`) ?? null;

export const isChosenPlan = (plan: CenterPlan): plan is ChosenPlan => plan !== 'enterprise';

export const quotaOf = (plan: ChosenPlan): number => centerPlans[plan].quotaBytes;

/** Returns whether a plan has more storage than another one. */
export const isHigher = (plan: ChosenPlan, than: ChosenPlan): boolean => quotaOf(plan) > quotaOf(than);
