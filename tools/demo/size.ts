/** Amount of data in a demonstration. Every size has records in every state. */
export interface Size {
  readonly patients: number;
  /** Slices of the single large CT. */
  readonly volumeSlices: number;
  /** Slices of every other CT, and of each MR series. */
  readonly slices: number;
  readonly clipFrames: number;
  /** Different rendered bodies per kind; patients share them. */
  readonly bodies: number;
  /** Share of a patient's exams that is created. */
  readonly examShare: number;
  /** Random requests in addition to the fixed ones. */
  readonly furtherRequests: number;
  /** Visits per doctor. */
  readonly visits: number;
}

export const fullSize: Size = {
  patients: 60,
  volumeSlices: 220,
  slices: 6,
  clipFrames: 12,
  bodies: 3,
  examShare: 1,
  furtherRequests: 34,
  visits: 15,
};

/** For tests. */
export const smallSize: Size = {
  patients: 20,
  volumeSlices: 3,
  slices: 1,
  clipFrames: 2,
  bodies: 1,
  examShare: 0.25,
  furtherRequests: 2,
  visits: 2,
};
