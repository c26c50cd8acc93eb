// An image in memory, three bytes a pixel, for copying parts of other images and printing letters.
// Nothing is rotated or scaled: the parts were drawn to fit. Pure.

export interface Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Buffer
}

/** The ink coverage of each pixel, 0 to 255, one byte a pixel. */
export interface InkSheet {
  readonly width: number
  readonly pixels: Buffer
}

interface Spot {
  readonly x: number
  readonly y: number
}

interface Area extends Spot {
  readonly width: number
  readonly height: number
}

export type Ink = readonly [red: number, green: number, blue: number]

export function copyArea(from: Canvas, area: Area, onto: Canvas, to: Spot): void {
  for (let row = 0; row < area.height; row += 1) {
    const start = ((area.y + row) * from.width + area.x) * 3
    const target = ((to.y + row) * onto.width + to.x) * 3
    from.pixels.copy(onto.pixels, target, start, start + area.width * 3)
  }
}

/** Blends ink over the canvas. Parts beyond the edges are left out. */
export function printArea(
  { sheet, area }: { readonly sheet: InkSheet; readonly area: Area },
  canvas: Canvas,
  { to, ink }: { readonly to: Spot; readonly ink: Ink },
): void {
  const { pixels } = canvas
  for (let row = 0; row < area.height; row += 1) {
    const y = to.y + row
    if (y < 0 || y >= canvas.height) continue
    const start = (area.y + row) * sheet.width + area.x
    for (let column = 0; column < area.width; column += 1) {
      const coverage = sheet.pixels[start + column] ?? 0
      const x = to.x + column
      if (coverage === 0 || x < 0 || x >= canvas.width) continue
      const at = (y * canvas.width + x) * 3
      for (let channel = 0; channel < 3; channel += 1) {
        const paper = pixels[at + channel] ?? 0
        const colour = ink[channel] ?? 0
        pixels[at + channel] = paper + Math.round(((colour - paper) * coverage) / 255)
      }
    }
  }
}
