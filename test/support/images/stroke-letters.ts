// Letters as strokes, so that drawn images are the same on a machine without fonts.

/** Polylines on a grid 3 wide and 5 high: `xy` is a point, a space continues the line, a bar starts a new one. */
const letters: Record<string, string> = {
  A: '04 01 10 21 24|02 22',
  B: '00 10 21 12 23 14 04 00|02 12',
  C: '20 10 01 03 14 24',
  D: '00 10 21 23 14 04 00',
  E: '20 00 04 24|02 12',
  F: '20 00 04|02 12',
  G: '20 10 01 03 14 24 22 12',
  H: '00 04|20 24|02 22',
  I: '00 20|10 14|04 24',
  J: '20 23 14 03',
  K: '00 04|20 02 24',
  L: '00 04 24',
  M: '04 00 12 20 24',
  N: '04 00 24 20',
  O: '10 01 03 14 23 21 10',
  P: '04 00 10 21 12 02',
  Q: '10 01 03 14 23 21 10|13 24',
  R: '04 00 10 21 12 02|12 24',
  S: '20 10 01 12 23 14 04',
  T: '00 20|10 14',
  U: '00 03 14 23 20',
  V: '00 14 20',
  W: '00 04 12 24 20',
  X: '00 24|20 04',
  Y: '00 12 20|12 14',
  Z: '00 20 04 24',
  '0': '10 01 03 14 23 21 10|21 03',
  '1': '01 10 14|04 24',
  '2': '01 10 21 04 24',
  '3': '00 20 12 23 14 03',
  '4': '14 10 03 23',
  '5': '20 00 02 12 23 14 04',
  '6': '20 02 03 14 23 12 02',
  '7': '00 20 14',
  '8': '10 01 12 23 14 03 12 21 10',
  '9': '04 22 21 10 01 12 22',
  '<': '21 02 23',
  '-': '02 22',
}

/** An SVG path that writes `text` in capitals from (x, y), its top left corner; other characters are gaps. */
export function strokeText(
  text: string,
  { x, y, height }: { readonly x: number; readonly y: number; readonly height: number },
): string {
  const unit = height / 4
  const advance = unit * 3.2
  const strokes = [...text.toUpperCase()].flatMap((character, index) =>
    (letters[character] ?? '')
      .split('|')
      .filter((line) => line !== '')
      .map(
        (line) =>
          `M${line
            .split(' ')
            .map((point) => place(point, index))
            .join(' L')}`,
      ),
  )
  function place(point: string, index: number): string {
    const [column = 0, row = 0] = [...point].map(Number)
    return `${(x + index * advance + column * unit).toFixed(1)},${(y + row * unit).toFixed(1)}`
  }
  return strokes.join(' ')
}
