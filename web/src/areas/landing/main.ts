import { startContactForm } from './contact-form.ts';
import { startLanguageSwitch } from './language.ts';
import { showOperator } from './operator.ts';
import { startThemeSwitch } from './theme.ts';

// The only script of the prerendered pages: language, theme, menu, the operator's contact details and the contact form.
startLanguageSwitch();
startThemeSwitch();
startContactForm();
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
