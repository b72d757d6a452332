import { encode } from 'uqr';

// ISO 18004 asks for four light modules around the code
const options = { ecc: 'M', boostEcc: false, border: 4 } as const;

/** Draws a QR code in the browser, so its text goes nowhere else. Dark on white in both themes, for cameras. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, options);
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-card border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
