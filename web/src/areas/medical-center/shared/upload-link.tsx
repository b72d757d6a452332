import { beginUpload } from '@medcloud/contract/routes/medical-center';
import { screens } from '@medcloud/contract/screens';
import { Upload } from 'lucide-react';
import { Link } from 'react-router';
import { useMay } from '../../../app/session/use-may.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';

/** Links to the upload, the center's main action. The label is one word on a phone. Not shown to who may not upload. */
export function UploadLink() {
  const t = useText('center');
  const ui = useUiText();
  const may = useMay();
  if (!may(beginUpload)) return null;
  return (
    <Button asChild variant="primary" icon={Upload}>
      <Link to={screens.centerUpload}>
        <span className="md:hidden">{ui('action.upload')}</span>
        <span className="max-md:hidden">{t('uploadExam')}</span>
      </Link>
    </Button>
  );
}
