// Writes a person's values on a drawn document, or only records their positions, so that the demo can print them
// later on a machine without fonts.

import { evenlySpaced, families, type TextStyle, text } from './drawing.ts'

export interface Pen {
  /** The value of that name, as `text` draws it. */
  value(x: number, y: number, name: string, style: TextStyle): string
  /** The same, its letters at even distances over the width. */
  line(name: string, box: { x: number; y: number; width: number; size: number }): string
}

/** Where a value stands; lengths are the drawing's own. */
export interface Place {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly style: TextStyle
  /** Over which the letters are spread evenly, where they are. */
  readonly width: number | undefined
}

/** @throws Error for a value that is not among `values` */
export function writingPen(values: Readonly<Record<string, string>>): Pen {
  const written = (name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the specimen says nothing of ${name}`)
    return value
  }
  return {
    value: (x, y, name, style) => text(x, y, written(name), style),
    line: (name, box) => evenlySpaced(written(name), box),
  }
}

export function notingPen(): Pen & { readonly places: readonly Place[] } {
  const places: Place[] = []
  return {
    places,
    value(x, y, name, style) {
      places.push({ name, x, y, style, width: undefined })
      return ''
    },
    line(name, { x, y, width, size }) {
      places.push({ name, x, y, style: { size, family: families.mono }, width })
      return ''
    },
  }
}
