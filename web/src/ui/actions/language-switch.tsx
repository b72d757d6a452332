import { languages, languageTable } from '@medcloud/contract/languages';
import { classes } from '../../lib/classes.ts';
import { languagesForPatients } from '../../lib/languages.ts';
import { useLanguage, useUiText } from '../../text/language.tsx';

/** Switches the language at once. Shows labels such as EN and GR; on the consent page names, Greek first. 44 px on a phone. */
export function LanguageSwitch({ by = 'code' }: { by?: 'code' | 'name' }) {
  const { language, setLanguage } = useLanguage();
  const t = useUiText();
  const order = by === 'name' ? languagesForPatients : languages;
  return (
    <fieldset
      className={classes(
        'flex rounded-card border border-line bg-bg p-0.5',
        by === 'name' ? 'min-w-0 flex-wrap' : 'shrink-0',
      )}
    >
      <legend className="sr-only">{t('shell.language')}</legend>
      {order.map((choice) => (
        <button
          key={choice}
          type="button"
          lang={choice}
          aria-pressed={choice === language}
          onClick={() => setLanguage(choice)}
          className={classes(
            'rounded-badge border font-strong',
            by === 'name'
              ? 'min-h-11 px-3.5 text-prose'
              : 'min-h-7 min-w-8 px-2 text-tiny max-md:min-h-11 max-md:min-w-11',
            choice === language
              ? 'border-line-mid bg-surface text-ink'
              : 'border-transparent text-ink-muted hover:text-ink',
          )}
        >
          {by === 'code' && <>{languageTable[choice].label} </>}
          <span className={by === 'code' ? 'sr-only' : ''}>{languageTable[choice].name}</span>
        </button>
      ))}
    </fieldset>
  );
}
