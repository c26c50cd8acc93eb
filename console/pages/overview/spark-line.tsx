// Spark line of the days shown, without axes; the segment to a day that is not over is dotted. Hidden from screen
// readers: the numbers are in the tables of the charts.

import classes from './figures.module.css'

interface SparkLineProps {
  /** One for each day; undefined leaves a gap. */
  readonly values: readonly (number | undefined)[]
  readonly colour: string
  /** Whether the last day is not over. */
  readonly isUnfinished: boolean
}

const width = 100
const height = 34
/** Space for half a stroke at the top, and for the dot, in pixels. */
const edge = 4

const line = {
  fill: 'none',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  vectorEffect: 'non-scaling-stroke',
} as const

export function SparkLine({ values, colour, isUnfinished }: SparkLineProps) {
  const top = Math.max(...values.map((value) => value ?? 0), 0)
  const points = values.map((value, index) => ({
    x: (index / Math.max(values.length - 1, 1)) * width,
    y: value === undefined ? undefined : yOf(value, top),
  }))
  const last = points.at(-1)
  const over = isUnfinished ? points.slice(0, -1) : points
  const rest = isUnfinished ? points.slice(-2) : []
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path
        d={`M0 ${height} H${width}`}
        stroke="var(--svc-line)"
        vectorEffect="non-scaling-stroke"
      />
      <path {...line} d={pathOf(over)} stroke={colour} />
      <path {...line} d={pathOf(rest)} stroke={colour} strokeDasharray="0.5 3.5" />
      {last?.y !== undefined && <Dot x={last.x} y={last.y} colour={colour} />}
    </svg>
  )
}

/** A stroke without length, since the stretched drawing would distort a circle. */
function Dot({
  x,
  y,
  colour,
}: {
  readonly x: number
  readonly y: number
  readonly colour: string
}) {
  return (
    <path
      d={`M${x} ${y} h0.001`}
      stroke={colour}
      strokeWidth={7}
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  )
}

function yOf(value: number, top: number): number {
  return top === 0 ? height - 1 : height - 1 - (value / top) * (height - 1 - edge)
}

function pathOf(points: readonly { readonly x: number; readonly y: number | undefined }[]): string {
  return points
    .flatMap(({ x, y }, index) => {
      if (y === undefined) return []
      const begins = points[index - 1]?.y === undefined
      // A single day between gaps is drawn as a point.
      return [`${begins ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}${begins ? ' h0.001' : ''}`]
    })
    .join(' ')
}
