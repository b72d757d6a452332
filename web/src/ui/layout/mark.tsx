/** The logo: slices whose outline is a cloud. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className="shrink-0 fill-primary">
      <rect x="7.7" y="3.55" width="8.6" height="4.9" rx="2.45" />
      <rect x="4.4" y="9.55" width="15.2" height="4.9" rx="2.45" opacity="0.8" />
      <rect x="1" y="15.55" width="22" height="4.9" rx="2.45" opacity="0.6" />
    </svg>
  );
}

/** The logo with the product's name beside it. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-h2 text-ink">
      <Mark />
      MedCloud
    </span>
  );
}
