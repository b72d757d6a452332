/** Bars with the height of the expected text. Appear after 150 ms, so a fast response shows none. */
export function SkeletonRows({ rows = 3, label }: { rows?: number; label: string }) {
  return (
    <div role="status" className="skeleton divide-y divide-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: Math.min(rows, 10) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key
        <div key={row} aria-hidden="true" className="flex h-16 items-center gap-4 px-5 md:h-12">
          <span className="flex flex-1 flex-col gap-1.5">
            <span className={`h-3 skeleton-bar ${widths[row % widths.length]}`} />
            <span className="h-[9px] w-24 skeleton-bar" />
          </span>
          <span className="h-3 w-19 skeleton-bar max-sm:hidden" />
          <span className="h-5.5 w-14 skeleton-bar" />
        </div>
      ))}
    </div>
  );
}

const widths = ['w-35', 'w-25', 'w-30', 'w-40'] as const;
