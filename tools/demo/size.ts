/** How much there is in a demonstration. Every state is there in each size. */
export interface Size {
  readonly patients: number;
  /** Of the one CT that fills a viewer. */
  readonly volumeSlices: number;
  /** Of every other CT, and of each series of an MR. */
  readonly slices: number;
  readonly clipFrames: number;
  /** Different bodies painted of each kind; patients share them. */
  readonly bodies: number;
  /** Of a patient's exams, this part is made. */
  readonly examShare: number;
  /** Requests besides those that the cast names. */
  readonly furtherRequests: number;
  /** Of each doctor. */
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
