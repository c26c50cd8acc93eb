// Small parts that every specimen is drawn with: text, fields, groups. An SVG fragment is a plain string.

export interface TextStyle {
  readonly size: number
  readonly fill?: string
  readonly family?: string
  readonly weight?: 'normal' | 'bold'
  readonly anchor?: 'start' | 'middle' | 'end'
  /** Pixels between letters. */
  readonly spacing?: number
  readonly italic?: boolean
  readonly opacity?: number
}

export const families = {
  plain: 'DejaVu Sans',
  condensed: 'DejaVu Sans Condensed',
  serif: 'DejaVu Serif',
  mono: 'DejaVu Sans Mono',
} as const

export function text(x: number, y: number, content: string, style: TextStyle): string {
  const { size, fill = '#1c2733', family = families.plain, weight = 'normal' } = style
  const { anchor = 'start', spacing = 0, italic = false, opacity = 1 } = style
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}"
    fill="${fill}" text-anchor="${anchor}" letter-spacing="${spacing}" opacity="${opacity}"
    ${italic ? 'font-style="italic"' : ''}>${escapeMarkup(content)}</text>`
}

/** What a printed field is, small; what it says stands below, in the style of `valueStyle`. */
export function label(x: number, y: number, name: string, style: FieldStyle): string {
  const { size, labelFill } = style
  return text(x, y, name, { size: size * 0.52, fill: labelFill, family: families.condensed })
}

interface FieldStyle {
  /** Of the value. */
  readonly size: number
  readonly labelFill: string
}

export function valueStyle({ size }: FieldStyle): TextStyle {
  return { size, fill: '#14202b', weight: 'bold' }
}

/** From a label down to its value's line. */
export function valueDrop({ size }: FieldStyle): number {
  return size * 1.12
}

export function group(content: string, attributes: string): string {
  return `<g ${attributes}>${content}</g>`
}

export function svg(width: number, height: number, definitions: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
    width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs>${definitions}</defs>${content}</svg>`
}

/** The word that no reader may miss: across the whole document, but the print below stays readable. */
export function specimenMark(
  centre: { readonly x: number; readonly y: number },
  { size, angle, fill = '#c8202f' }: { size: number; angle: number; fill?: string },
): string {
  const style = { size, weight: 'bold', anchor: 'middle', spacing: size * 0.12 } as const
  const word = text(0, size * 0.36, 'SPECIMEN', { ...style, fill })
  return group(
    group(
      word,
      `fill-opacity="0.17" stroke="${fill}" stroke-opacity="0.55" stroke-width="${size / 60}"`,
    ),
    `transform="translate(${centre.x} ${centre.y}) rotate(${angle})"`,
  )
}

/** Letters at even distances, as machine-readable lines need them. */
export function evenlySpaced(
  line: string,
  { x, y, width, size }: { x: number; y: number; width: number; size: number },
): string {
  const step = width / line.length
  return [...line]
    .map((letter, index) =>
      text(x + step * (index + 0.5), y, letter, { size, family: families.mono, anchor: 'middle' }),
    )
    .join('')
}

function escapeMarkup(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
