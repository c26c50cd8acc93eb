// The fine line work of security print: rosettes and bands of waves, computed from a few numbers.

interface Ink {
  readonly stroke: string
  readonly width: number
  readonly opacity: number
}

/** A rosette around (x, y): closed curves whose radius swings `petals` times a turn, interlaced evenly. */
export function rosette(
  place: { readonly x: number; readonly y: number; readonly radius: number },
  { petals, curves, swing }: { petals: number; curves: number; swing: number },
  ink: Ink,
): string {
  const paths = Array.from({ length: curves }, (_, curve) => {
    const phase = (curve / curves) * Math.PI * 2
    return line(petals * 24, (share) => {
      const angle = share * Math.PI * 2
      const swings = swing * Math.cos(petals * angle + phase) + 0.05 * Math.cos(petals * 3 * angle)
      const radius = (place.radius * (1 + swings)) / (1 + swing)
      return [place.x + radius * Math.cos(angle), place.y + radius * Math.sin(angle)]
    })
  })
  return stroked(paths, ink)
}

/** `count` waves across the box, that drift apart and together again. */
export function waves(
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  { count, periods, swing }: { count: number; periods: number; swing: number },
  ink: Ink,
): string {
  const paths = Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1)
    return line(periods * 22, (along) => {
      const angle = along * Math.PI * 2 * periods
      const lift = Math.sin(angle + share * 5) + 0.55 * Math.sin(angle * 0.5 + share * 9)
      return [box.x + along * box.width, box.y + share * box.height + swing * lift]
    })
  })
  return stroked(paths, ink)
}

/** A frame border of interlaced waves along a straight line from `x` to `x + width`. */
export function braid(
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  { strands, periods, swing }: { strands: number; periods: number; swing: number },
  ink: Ink,
): string {
  const paths = Array.from({ length: strands }, (_, strand) => {
    const phase = (strand / strands) * Math.PI * 2
    return line(periods * 16, (along) => [
      x + along * width,
      y + swing * Math.sin(along * Math.PI * 2 * periods + phase),
    ])
  })
  return stroked(paths, ink)
}

function line(points: number, at: (share: number) => readonly [number, number]): string {
  const steps = Array.from({ length: points + 1 }, (_, index) => {
    const [x, y] = at(index / points)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return `M${steps.join(' ')}`
}

function stroked(paths: readonly string[], { stroke, width, opacity }: Ink): string {
  return `<path d="${paths.join(' ')}" fill="none" stroke="${stroke}" stroke-width="${width}"
    stroke-opacity="${opacity}" stroke-linejoin="round"/>`
}
