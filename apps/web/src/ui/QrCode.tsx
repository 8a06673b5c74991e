import qrOf from 'qrcode-generator';
import { useMemo } from 'react';

/** Modules of light around the code, as the standard asks for. */
const QUIET = 4;

/** A QR code as an image of its own; dark on light in either scheme, for cameras want it so. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = qrOf(0, 'M');
    code.addData(text);
    code.make();
    const count = code.getModuleCount();
    const dark: string[] = [];
    for (let row = 0; row < count; row++)
      for (let column = 0; column < count; column++)
        if (code.isDark(row, column)) dark.push(`M${column + QUIET} ${row + QUIET}h1v1h-1z`);
    return { size: count + 2 * QUIET, path: dark.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="200"
      height="200"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="var(--paper)" />
      <path d={path} fill="var(--ink)" />
    </svg>
  );
}
