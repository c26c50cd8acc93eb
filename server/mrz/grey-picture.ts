// A grey picture as the reader of the zone measures it, and sampling between its pixels. Pure.

/** One byte a pixel, 0 black to 255 white, line by line; sizes in pixels. */
export interface GreyPicture {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

/** Returns the brightness at a point between pixels; outside the picture that of its edge. */
export function brightnessAt({ pixels, width, height }: GreyPicture, x: number, y: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)))
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)))
  const across = Math.min(1, Math.max(0, x - left))
  const down = Math.min(1, Math.max(0, y - top))
  const at = top * width + left
  const above = (pixels[at] ?? 0) * (1 - across) + (pixels[at + 1] ?? 0) * across
  const below = (pixels[at + width] ?? 0) * (1 - across) + (pixels[at + width + 1] ?? 0) * across
  return above * (1 - down) + below * down
}
