/** A QR code that the server drew. */
interface QrCodeProps {
  /** The number of squares per side. */
  size: number;
  /** The path of an SVG around the dark ones. */
  path: string;
  label: string;
  className?: string;
}

/** Dark on light in every theme: scanners need it. */
export function QrCode({ size, path, label, className = "w-60" }: QrCodeProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`h-auto max-w-full rounded-control border border-line ${className}`}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
