import type { CenterPlan } from '@medcloud/contract/plans';
import type { CenterCreation } from '@medcloud/contract/shapes/accounts';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';

const fetchShape = async () => (await import('@medcloud/contract/shapes/accounts')).centerCreation;

export interface CenterFields {
  name: string;
  email: string;
  address: string;
  phone: string;
  city: string;
  state: string;
  zipCode: string;
  plan: CenterPlan;
  /** Bytes, for the enterprise plan only. */
  quotaBytes: number | undefined;
  centerId: string;
  password: string;
}

export type CenterForm = UseFormReturn<CenterFields, unknown, CenterCreation>;

const emptyCenter: CenterFields = {
  name: '',
  email: '',
  address: '',
  phone: '',
  city: '',
  state: '',
  zipCode: '',
  plan: 'basic',
  quotaBytes: undefined,
  centerId: '',
  password: '',
};

/** Returns the form of a new center, validated by the contract's shape. */
export function useCenterForm(): CenterForm {
  return useForm<CenterFields, unknown, CenterCreation>({
    resolver: useShapeResolver(fetchShape),
    defaultValues: emptyCenter,
    mode: 'onTouched', // errors appear once a field loses the focus
  });
}

/** The plans, smallest first. */
export const planNames: readonly CenterPlan[] = ['basic', 'premium', 'enterprise'];
