const widths = ['w-40', 'w-60', 'w-52', 'w-44'] as const;

/** Shows a card with the height of the real one. Its parent is a `skeleton` with the loading text. */
export function CardSkeleton({ lineCount }: { lineCount: number }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 md:p-5">
      {Array.from({ length: lineCount }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton lines have no identity except their position
        <span key={line} className={`h-3 max-w-full skeleton-bar ${widths[line % widths.length]}`} />
      ))}
    </div>
  );
}
