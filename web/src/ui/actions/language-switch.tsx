import { classes } from '../../lib/classes.ts';
import { type Language, languages } from '../../lib/language.ts';
import { useLanguage } from '../../text/language.tsx';

// Each language has its name in that language, on every page.
const codes = { en: 'EN', el: 'GR' } as const satisfies Record<Language, string>;
const names = { en: 'English', el: 'Ελληνικά' } as const satisfies Record<Language, string>;

/** Switches the language at once. Shows EN/GR; on the consent page names, Greek first, 44 px high. */
export function LanguageSwitch({ by = 'code' }: { by?: 'code' | 'name' }) {
  const { language, setLanguage, common: t } = useLanguage();
  const order = by === 'name' ? languages.toReversed() : languages;
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
            'relative rounded-badge border font-thing max-md:after:absolute max-md:after:-inset-y-2 max-md:after:inset-x-0',
            by === 'name' ? 'min-h-11 px-3.5 text-prose' : 'min-h-7 min-w-8 px-2 text-tiny',
            choice === language
              ? 'border-line-mid bg-surface text-ink'
              : 'border-transparent text-ink-muted hover:text-ink',
          )}
        >
          {by === 'code' && <>{codes[choice]} </>}
          <span className={by === 'code' ? 'sr-only' : ''}>{names[choice]}</span>
        </button>
      ))}
    </fieldset>
  );
}
