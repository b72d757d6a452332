import { toLanguage } from '@medcloud/contract/languages';
import { formatZone } from '../../lib/dates.ts';

interface Operator {
  name?: string;
  email?: string;
  phone?: string;
}

/** The footer shows this name; an operator of the same name is not repeated. */
const productName = 'MedCloud';

function showContact(name: 'email' | 'phone', value: string | undefined, scheme: 'mailto' | 'tel'): void {
  const link = document.querySelector<HTMLAnchorElement>(`[data-operator="${name}"]`);
  if (!link || !value) return;
  link.textContent = value;
  link.href = `${scheme}:${scheme === 'tel' ? value.replace(/[^+\d]/g, '') : value}`;
  document.querySelector(`[data-operator-line="${name}"]`)?.removeAttribute('hidden');
}

/** Shows the operator's contact details, each only if known (product, other decisions). */
export async function showOperator(): Promise<void> {
  const response = await fetch('/api/public-settings').catch(() => null);
  if (!response?.ok) return; // the page shows everything else without them
  const { operator, timeZone }: { operator: Operator; timeZone: string } = await response.json();
  showContact('email', operator.email, 'mailto');
  showContact('phone', operator.phone, 'tel');
  const name = document.querySelector('[data-operator="name"]');
  if (name && operator.name && operator.name !== productName) name.textContent = ` · ${operator.name}`;
  for (const zone of document.querySelectorAll<HTMLElement>('[data-operator="zone"]'))
    zone.textContent = `(${formatZone(timeZone, toLanguage(zone.lang))})`;
}
