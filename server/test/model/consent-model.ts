/** Model of a doctor's access to one patient's exams, without a database: the state machine of security, section 7. */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export type ExamKind = 'ct' | 'mri';
export const examKinds = ['ct', 'mri'] as const;

export interface ModelLink {
  /** null if the link was never sent, because its request was a decoy. */
  token: string | null;
  requestedAt: number;
  state: 'pending' | 'granted' | 'denied' | 'revoked' | 'canceled';
  /** End of the grant, or the time of its denial or revocation. */
  endsAt: number;
  kinds: readonly ExamKind[] | null;
}

export interface ModelCode {
  requestId: string;
  /** null for a decoy, whose code is never sent. */
  text: string | null;
  attempts: number;
  sentAt: number;
}

export interface Model {
  isVerified: boolean;
  /** Suspended by an administrator: no sign-in, and grants give no access. */
  isSuspended: boolean;
  /** Rejected by an administrator while in review: the account is permanently closed. */
  isRejected: boolean;
  isSubscribed: boolean;
  blockedUntil: number;
  /** A denial turns this doctor's requests into decoys for seven days. */
  bannedUntil: number;
  sentAt: number[];
  /** Send times of the codes whose five attempts were used up. */
  burntAt: number[];
  /** Set by three such codes within a day. No administrator clears it in a sequence. */
  isPaused: boolean;
  code: ModelCode | null;
  links: ModelLink[];
  /** Block token of the last sent code. */
  blockToken: string | null;
  /** SMS to the patient's phone. Decoys send none. */
  smsCount: number;
}

export const newModel = (): Model => ({
  isVerified: true,
  isSuspended: false,
  isRejected: false,
  isSubscribed: true,
  blockedUntil: 0,
  bannedUntil: 0,
  sentAt: [],
  burntAt: [],
  isPaused: false,
  code: null,
  links: [],
  blockToken: null,
  smsCount: 0,
});

/** Checks whether the doctor has no session and cannot sign in. */
export const isDisabled = ({ isSuspended, isRejected }: Readonly<Model>) => isSuspended || isRejected;

/** Returns the status of a refused request, or null if the doctor may request access. */
export function findRejectionStatus(model: Model): 401 | 403 | null {
  if (isDisabled(model)) return 401;
  return model.isVerified && model.isSubscribed ? null : 403;
}

/** Checks whether a code may be sent now: 60 s after the last, three an hour, five a day, none while paused. */
export function canSendCode({ sentAt, isPaused }: Model, now: number): boolean {
  if (isPaused) return false;
  const within = (ms: number) => sentAt.filter((at) => at > now - ms).length;
  return within(minuteMs) === 0 && within(hourMs) < 3 && within(dayMs) < 5;
}

/** Checks whether a request now is a decoy, with the same response as any other. */
export const isDecoy = (model: Model, now: number) => model.bannedUntil > now || model.blockedUntil > now;

export const isActive = (link: ModelLink, now: number) => link.state === 'granted' && link.endsAt > now;

/**
 * Checks whether a link is expired: 72 hours without a response, or 30 days after the end of its grant or its denial.
 */
export function isExpired(link: ModelLink, now: number): boolean {
  return link.state === 'pending' || link.state === 'canceled'
    ? link.requestedAt + 72 * hourMs <= now
    : link.endsAt + 30 * dayMs <= now;
}

/** Returns the kinds of exams that the doctor sees now: those of the only active grant. */
export function visibleKinds(model: Model, now: number): readonly ExamKind[] {
  if (findRejectionStatus(model) !== null) return [];
  const activeLink = model.links.find((link) => isActive(link, now));
  return activeLink === undefined ? [] : (activeLink.kinds ?? examKinds);
}

/** Revokes active grants, because a new grant replaces them. Expired grants stay unchanged. */
export function replaceGrants(model: Model, now: number): void {
  for (const link of model.links) {
    if (!isActive(link, now)) continue;
    link.state = 'revoked';
    link.endsAt = now;
  }
}
