import { apiTokensText } from '../../text/api-tokens.ts';
import { useText } from '../../text/language.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { Facts } from '../../ui/data/facts.tsx';

/** Shows the portal's DICOMweb address and the header that carries a token. */
export function ConnectHelp() {
  const t = useText(apiTokensText);
  const address = `${window.location.origin}/dicom-web`;
  const facts = [
    {
      label: t('address'),
      value: (
        <span className="inline-flex flex-wrap items-center gap-1">
          <span className="code break-all">{address}</span>
          <CopyButton value={address} label={t('copyAddress')} />
        </span>
      ),
    },
    { label: t('header'), value: <span className="code break-all">{t('headerValue')}</span> },
  ];
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-body font-thing">{t('help')}</h3>
      <Facts facts={facts} />
      <ul className="list-disc space-y-1 break-words pl-5 text-body text-ink-muted">
        <li>{t('ohif')}</li>
        <li>{t('weasis')}</li>
        <li>{t('orthanc')}</li>
      </ul>
    </section>
  );
}
