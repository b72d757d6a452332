import { useText } from '../../text/language.tsx';

/** Says at which address of the portal passkeys work, and leads to the same page there. */
export function PasskeyElsewhere({ url }: { url: string }) {
  const t = useText('auth.passkey');
  return (
    <p className="text-small text-ink-muted">
      {t.rich('elsewhere', {
        url,
        link: (chunks) => (
          <a
            href={new URL(location.pathname, url).href}
            className="font-strong wrap-anywhere text-primary-text hover:underline"
          >
            {chunks}
          </a>
        ),
      })}
    </p>
  );
}
