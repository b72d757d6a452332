import type { Patient } from '@medcloud/contract/shapes/people';
import { useText } from '../../../text/language.tsx';
import type { DropPerson } from '../../../upload/preflight/summarize-drop.ts';
import { RegistrationDialog } from '../patients/registration-dialog.tsx';
import { registrationFromFile } from './registration-from-file.ts';

interface RegisterFromFileProps {
  person: DropPerson;
  onClose: () => void;
  onRegistered: (patient: Patient) => void;
  /** The exam is not sent with the registration. */
  isOnlyRegistered?: boolean;
}

/** Registers the person of files. The phone is still typed. */
export function RegisterFromFile({ person, isOnlyRegistered = false, ...dialog }: RegisterFromFileProps) {
  const t = useText('upload.match');
  return (
    <RegistrationDialog
      {...dialog}
      fromFile={registrationFromFile(person)}
      {...(isOnlyRegistered ? {} : { submitLabel: t('registerAndUpload') })}
    />
  );
}
