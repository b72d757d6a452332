import type { Patient } from '@medcloud/contract/shapes/people';
import { useState } from 'react';
import type { DropPerson } from '../../../upload/preflight/summarize-drop.ts';

/** Why another patient's files are right for the chosen one: as it is typed, and once it is given. */
export interface Reason {
  confirmed: string | undefined;
  /** Undefined while it is not asked for. */
  draft: string | undefined;
  confirm: (text: string | undefined) => void;
  edit: (text: string | undefined) => void;
}

interface ReasonEntry {
  patient: Patient;
  person: DropPerson;
  text: string;
  isConfirmed: boolean;
}

/** Held by the form, and not where it is typed: that place moves when the window becomes narrow. Another patient, or other files, begin anew. */
export function useReason(patient: Patient | null, person: DropPerson | undefined): Reason {
  const [reason, setReason] = useState<ReasonEntry | null>(null);
  const current = patient && reason?.patient === patient && reason.person === person ? reason : undefined;
  const update = (text: string | undefined, isConfirmed: boolean) =>
    setReason(patient && person && text !== undefined ? { patient: patient, person, text, isConfirmed } : null);
  return {
    confirmed: current?.isConfirmed ? current.text : undefined,
    draft: current?.isConfirmed ? undefined : current?.text,
    confirm: (text) => update(text, true),
    edit: (text) => update(text, false),
  };
}
