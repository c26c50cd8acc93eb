import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriesMax, statusVariables } from '../../../console/frame/status-colours.ts'

type Colour = readonly [number, number, number]

/** Linear light of a colour such as `#0d6070` (sRGB, IEC 61966-2-1). */
function linear(hex: string): Colour {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** Deuteranopia after Machado, Oliveira and Fernandes (2009), full severity, on linear light. */
const deuteranopia = [
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
] as const

function withoutGreenCones([red, green, blue]: Colour): Colour {
  const [first, second, third] = deuteranopia.map(([r, g, b]) =>
    Math.min(Math.max(r * red + g * green + b * blue, 0), 1),
  )
  return [first ?? 0, second ?? 0, third ?? 0]
}

const luminance = ([red, green, blue]: Colour) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function lab(colour: Colour): Colour {
  const [red, green, blue] = colour
  const root = (part: number) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116)
  const x = root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
  const y = root(luminance(colour))
  const z = root((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function difference(one: Colour, other: Colour): number {
  const [first, second] = [lab(one), lab(other)]
  return Math.hypot(...first.map((part, at) => part - (second[at] ?? 0)))
}

const surfaces = { light: '#ffffff', dark: '#1b1f23' } as const
const statuses = ['approved', 'declined', 'error', 'pending']
/** Colours that touch, from the bottom of a bar. */
const stacks = {
  statuses: statuses.map((status) => `--svc-${status}-fill`),
  series: Array.from({ length: seriesMax }, (_, index) => `--svc-series-${index}`),
}

for (const theme of ['light', 'dark'] as const) {
  const variables: Readonly<Record<string, string>> = statusVariables(theme)
  for (const [name, stack] of Object.entries(stacks)) {
    const colours = stack.map((variable) => linear(variables[variable] ?? ''))
    test(`the ${name} of charts stand out from the ${theme} surface`, () => {
      for (const [at, colour] of colours.entries()) {
        const ratio = contrast(colour, linear(surfaces[theme]))
        assert.ok(ratio >= 3, `${stack[at]}: ${ratio.toFixed(2)}`)
      }
    })
    test(`neighbours among the ${name} of charts differ without green cones, ${theme}`, () => {
      for (const [at, colour] of colours.slice(1).entries()) {
        const seen = [colours[at] ?? colour, colour].map(withoutGreenCones)
        const [lower = colour, upper = colour] = seen
        const apart = difference(lower, upper)
        assert.ok(apart >= 20, `${stack[at]} and ${stack[at + 1]}: ${apart.toFixed(1)}`)
        // Two series of different hue may be equally light.
        if (name === 'statuses') assert.ok(contrast(lower, upper) >= 1.4, `${stack[at]}`)
      }
    })
  }
}
