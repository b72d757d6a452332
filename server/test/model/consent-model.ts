/** What a doctor's way to one patient's exams must be like, without a database: the machine of security, section 7. */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export type ExamKind = 'ct' | 'mri';
export const examKinds = ['ct', 'mri'] as const;

export interface ModelLink {
  /** null of a link that was never sent: its request concerned nobody. */
  token: string | null;
  askedAt: number;
  state: 'pending' | 'granted' | 'denied' | 'revoked' | 'cancelled';
  /** The end of the grant, or when it was denied or taken back. */
  endsAt: number;
  kinds: readonly ExamKind[] | null;
}

export interface ModelCode {
  requestId: string;
  /** null of a decoy's, which nobody was told. */
  text: string | null;
  attempts: number;
  sentAt: number;
}

export interface Model {
  isVerified: boolean;
  /** By an administrator: no session begins, and what was granted gives nothing. */
  isSuspended: boolean;
  /** In review, by an administrator: the account is closed for good. */
  isRejected: boolean;
  isSubscribed: boolean;
  blockedUntil: number;
  /** A denial keeps this doctor's requests from the patient for seven days. */
  bannedUntil: number;
  sentAt: number[];
  /** When the codes were sent whose five tries were used up. */
  burntAt: number[];
  /** By three of them within a day; nobody looks in a sequence. */
  isPaused: boolean;
  code: ModelCode | null;
  links: ModelLink[];
  /** Of the code that was sent last. */
  blockToken: string | null;
  /** What the patient's phone received: nothing of what concerns nobody. */
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

/** Whether no session of the doctor's lives, and none begins. */
export const isDisabled = ({ isSuspended, isRejected }: Readonly<Model>) => isSuspended || isRejected;

/** Whether the doctor may ask at all: the status of what is refused, else null. */
export function requestRefusal(model: Model): 401 | 403 | null {
  if (isDisabled(model)) return 401;
  return model.isVerified && model.isSubscribed ? null : 403;
}

/** Whether one more code may be sent now: 60 s after the last, three an hour, five a day, none once three of a day were used up. */
export function canSendCode({ sentAt, isPaused }: Model, now: number): boolean {
  if (isPaused) return false;
  const within = (ms: number) => sentAt.filter((at) => at > now - ms).length;
  return within(minuteMs) === 0 && within(hourMs) < 3 && within(dayMs) < 5;
}

/** Whether a request now concerns nobody, though it is answered like any other. */
export const isDecoy = (model: Model, now: number) => model.bannedUntil > now || model.blockedUntil > now;

export const isActive = (link: ModelLink, now: number) => link.state === 'granted' && link.endsAt > now;

/** A link answers 72 hours unanswered, and 30 days after the end of what it granted or denied. */
export function isExpired(link: ModelLink, now: number): boolean {
  return link.state === 'pending' || link.state === 'cancelled'
    ? link.askedAt + 72 * hourMs <= now
    : link.endsAt + 30 * dayMs <= now;
}

/** The kinds of exams that the doctor sees now: those of the one live grant. */
export function visibleKinds(model: Model, now: number): readonly ExamKind[] {
  if (requestRefusal(model) !== null) return [];
  const activeLink = model.links.find((link) => isActive(link, now));
  return activeLink === undefined ? [] : (activeLink.kinds ?? examKinds);
}

/** A new grant ends the one before it; of what had run out by itself nothing changes. */
export function replaceGrants(model: Model, now: number): void {
  for (const link of model.links) {
    if (!isActive(link, now)) continue;
    link.state = 'revoked';
    link.endsAt = now;
  }
}
