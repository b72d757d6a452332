import type { Patient } from '@medcloud/contract/shapes/people';
import { useState } from 'react';
import type { PersonFound } from '../../../upload/preflight/drop-found.ts';

/** Why another patient's files are right for the chosen one: as it is typed, and once it is given. */
export interface Reason {
  given: string | undefined;
  /** Undefined while it is not asked for. */
  typed: string | undefined;
  give: (text: string | undefined) => void;
  type: (text: string | undefined) => void;
}

interface Given {
  of: Patient;
  person: PersonFound;
  text: string;
  isGiven: boolean;
}

/** Held by the form, and not where it is typed: that place moves when the window becomes narrow. Another patient, or other files, begin anew. */
export function useReason(patient: Patient | null, person: PersonFound | undefined): Reason {
  const [reason, setReason] = useState<Given | null>(null);
  const own = patient && reason?.of === patient && reason.person === person ? reason : undefined;
  const set = (text: string | undefined, isGiven: boolean) =>
    setReason(patient && person && text !== undefined ? { of: patient, person, text, isGiven } : null);
  return {
    given: own?.isGiven ? own.text : undefined,
    typed: own?.isGiven ? undefined : own?.text,
    give: (text) => set(text, true),
    type: (text) => set(text, false),
  };
}
