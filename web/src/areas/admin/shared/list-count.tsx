interface ListCountProps {
  /** `X-Total-Count`: `"0"` to `"1000"`, or `"1000+"` where there are more; null while it is not known. */
  total: string | null;
  formatCount: (count: number) => string;
  formatMoreThan: (count: number) => string;
}

/** How many a list holds or a search found: the portal counts to 1,000 and then says so with a plus. */
export function ListCount({ total, formatCount, formatMoreThan }: ListCountProps) {
  const count = Number.parseInt(total ?? '0', 10);
  return (
    <p role="status" className="min-h-5 text-body text-ink-muted figures">
      {total === null ? '' : total.endsWith('+') ? formatMoreThan(count) : formatCount(count)}
    </p>
  );
}
