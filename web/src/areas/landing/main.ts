import { landingText } from '../../text/landing.ts';
import { legalTitles } from '../../text/legal-titles.ts';
import { followContact } from './contact-form.ts';
import { followLanguage } from './language.ts';
import { showOperator } from './operator.ts';
import { followTheme } from './theme.ts';

// The only script of the pages that the build renders: language, theme, menu, the operator's contact details, the form.
followLanguage({ '/': { en: landingText.en.title, el: landingText.el.title }, ...legalTitles });
followTheme();
followContact(landingText);
void showOperator();

const menu = document.querySelector<HTMLDetailsElement>('[data-menu]');
menu?.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a')) menu.open = false;
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !menu?.open) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
});
