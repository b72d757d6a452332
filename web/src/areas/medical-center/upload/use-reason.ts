import type { Patient } from '@medcloud/contract/shapes/people';
import { useState } from 'react';
import type { DropPerson } from '../../../upload/preflight/summarize-drop.ts';

/** The reason why another patient's files are right for the chosen one: the draft, and the confirmed text. */
export interface Reason {
  confirmed: string | undefined;
  /** Undefined while the page does not ask for it. */
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

/**
 * Holds the reason in the form, because its input moves when the window becomes narrow. Another patient or other files
 * reset it.
 */
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
