interface ListCountProps {
  /** `X-Total-Count`: `"0"` to `"1000"`, or `"1000+"` for more. Null until it is known. */
  total: string | null;
  formatCount: (count: number) => string;
  formatMoreThan: (count: number) => string;
}

/** Shows the number of rows or results. The server counts up to 1,000; a plus marks more. */
export function ListCount({ total, formatCount, formatMoreThan }: ListCountProps) {
  const count = Number.parseInt(total ?? '0', 10);
  return (
    <p role="status" className="min-h-5 text-body text-ink-muted figures">
      {total === null ? '' : total.endsWith('+') ? formatMoreThan(count) : formatCount(count)}
    </p>
  );
}
