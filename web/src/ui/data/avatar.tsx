import { initials, type PersonName } from '../../lib/names.ts';

/** A person's initials. Decorative: the name is beside it. */
export function Avatar({ person }: { person: PersonName }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-10 shrink-0 items-center justify-center rounded-full bg-primary-soft text-tiny font-semibold text-primary-text"
    >
      {initials(person)}
    </span>
  );
}
