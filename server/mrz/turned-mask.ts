// Turns a text mask so that its lines run level, with the way back to the picture. Pure.

import type { MrzPoint } from './mrz-reading.ts'
import type { TextMask } from './text-mask.ts'

export interface TurnedMask extends TextMask {
  /** Gives the point of the unturned mask. */
  readonly back: (x: number, y: number) => MrzPoint
}

/** `angle` in radians, clockwise, of the lines of print. */
export function turnMask(mask: TextMask, angle: number): TurnedMask {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const width = Math.ceil(Math.abs(mask.width * cos) + Math.abs(mask.height * sin))
  const height = Math.ceil(Math.abs(mask.width * sin) + Math.abs(mask.height * cos))
  const back = (x: number, y: number) => {
    const [right, down] = [x - width / 2, y - height / 2]
    return {
      x: right * cos - down * sin + mask.width / 2,
      y: right * sin + down * cos + mask.height / 2,
    }
  }
  const marks = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const start = back(0, y)
    for (let x = 0; x < width; x += 1) {
      const fromX = Math.round(start.x + x * cos)
      const fromY = Math.round(start.y + x * sin)
      if (fromX < 0 || fromY < 0 || fromX >= mask.width || fromY >= mask.height) continue
      marks[y * width + x] = mask.marks[fromY * mask.width + fromX] ?? 0
    }
  }
  return { marks, width, height, back }
}
