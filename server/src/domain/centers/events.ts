/** An administrator changed a center's plan. Emitted after the change. */
export interface CenterPlanChanged {
  readonly userId: string;
}
