import { screens } from '@medcloud/contract/screens';
import { Building2, ChevronRight, ShieldCheck, Stethoscope } from 'lucide-react';
import { Message } from './landing-message.ts';

const logins = [
  [screens.centerLogin, Building2, 'login.center'],
  [screens.doctorLogin, Stethoscope, 'login.doctor'],
  [screens.adminLogin, ShieldCheck, 'login.admin'],
] as const;

/** Links to the three login pages. */
export function LoginLinks() {
  return (
    <section id="login-options" className="mx-auto max-w-300 scroll-mt-20 px-4 pt-28 md:px-8">
      <h2 className="text-section">
        <Message of="login.title" />
      </h2>
      <ul className="mt-6 grid gap-4 lg:grid-cols-3">
        {logins.map(([href, Icon, name]) => (
          <li key={href}>
            <a
              href={href}
              className="flex items-center gap-4 rounded-card border border-line bg-surface p-4 font-strong hover:border-line-mid hover:bg-sunken"
            >
              <Icon size={24} aria-hidden="true" className="text-primary" />
              <span className="flex-1">
                <Message of={name} />
              </span>
              <ChevronRight size={18} aria-hidden="true" className="text-ink-muted" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
