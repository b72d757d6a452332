/** One more SMS of the day's budget is used. Emitted before it is sent. */
export interface SmsCounted {
  readonly sent: number;
  readonly budget: number;
}
