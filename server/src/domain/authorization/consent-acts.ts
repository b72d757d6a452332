/** What the patient chose on a consent link. The database gives no more (`guard_access`). */
interface ChosenTerms {
  /** Public ids. Missing: the one patient of the link. */
  patientIds?: readonly string[] | undefined;
  /** Counted from now. */
  days?: number | undefined;
  /** null: all types. Missing: as before. */
  examTypes?: readonly string[] | null | undefined;
}

/** What an act on a consent link may store: terms, if the code that was entered is right where one is needed; or a new code. */
export interface ConsentAct {
  terms?: ChosenTerms;
  /** The code that was entered; the database compares its MAC. */
  code?: { id: string; mac: Buffer } | undefined;
  /** The id of the code that is sent. */
  newCodeId?: string;
  /** Of a code for the list of all grants or for own pictures: the phone it is sent to, by its blind index. */
  phoneIndex?: Buffer | undefined;
  /** SHA-256 of the secret with which the code that was entered opens that list or those pictures. */
  sessionHash?: Buffer;
}

/** A change on the list of a phone's grants. The database changes no other grant, and gives no more than these terms. */
export interface OverviewAct {
  grantId: string;
  terms?: Pick<ChosenTerms, 'days' | 'examTypes'>;
}

/** Whose own pictures a code's session opens. The database compares the date of birth. */
export interface OwnAct {
  /** Public id. */
  patientId: string;
  /** `YYYY-MM-DD`. */
  dateOfBirth: string;
}
