import { kitText } from '../../text/kit.ts';
import { useText } from '../../text/language.tsx';
import { LanguageSwitch } from '../../ui/actions/language-switch.tsx';
import { ThemeSwitch } from '../../ui/actions/theme-switch.tsx';
import { Badges, Buttons, Choices } from './actions.tsx';
import { Fields } from './fields.tsx';
import { Lists } from './lists.tsx';
import { Messages } from './messages.tsx';

/** Shows every component in its states, to compare with the designs. Exists in development only. */
export function ComponentGallery() {
  const t = useText(kitText);
  return (
    <main className="mx-auto max-w-[1400px] px-4 py-8 md:px-10">
      <div className="mb-6 flex items-center gap-3">
        <h1 className="flex-1 text-h1">{t('title')}</h1>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-6">
          <Buttons />
          <Fields />
          <Choices />
          <Badges />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Messages />
        </div>
        <div className="flex min-w-0 flex-col gap-6 md:col-span-2 xl:col-span-1">
          <Lists />
        </div>
      </div>
    </main>
  );
}
