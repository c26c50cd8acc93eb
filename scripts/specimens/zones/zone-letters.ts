// The letters of machine-readable lines as strokes of even width, in the manner of OCR-B: paths of our own, so that no
// font is needed and none is copied.

/** SVG paths on a field 14 wide and 24 high; the baseline is its lower edge. */
const strokes: Readonly<Record<string, string>> = {
  0: 'M7 0C2 0 1.5 5 1.5 12C1.5 19 2 24 7 24C12 24 12.5 19 12.5 12C12.5 5 12 0 7 0Z',
  1: 'M2.5 4.5L8.5 0L8.5 24',
  2: 'M1 5C1 -1.7 13 -1.7 13 6C13 12 1 16 1 24L13.5 24',
  3: 'M1 0L13 0L6 9C16 9 15 24 6 24C3 24 1.5 23 0 21.5',
  4: 'M9 0L0 17L14 17M10.5 11L10.5 24',
  5: 'M12 0L2.5 0L2 10C10 7.5 14 11 14 16C14 25 4 26 0 21.5',
  6: 'M9 0C3 7 0 11 0 16.5C0 26.5 14 26.5 14 16.5C14 8 4 7 1 13',
  7: 'M0 0L14 0C8 8 6 14 6 24',
  8: 'M7 0C0 0 0 11 7 11C16 11 16 24 7 24C-2 24 -2 11 7 11C14 11 14 0 7 0Z',
  9: 'M5 24C11 17 14 13 14 7.5C14 -2.5 0 -2.5 0 7.5C0 16 10 17 13 11',
  A: 'M0 24L7 0L14 24M2.3 16L11.7 16',
  B: 'M1 0L1 24L7 24C16 24 16 11.5 7 11.5L1 11.5M7 11.5C13.5 11.5 13.5 0 7 0L1 0',
  C: 'M13.5 4C10 -2 0 -1 0 12C0 25 10 26 13.5 20',
  D: 'M1 0L1 24L5 24C17 24 17 0 5 0Z',
  E: 'M13 0L1 0L1 24L13 24M1 11.5L10 11.5',
  F: 'M13 0L1 0L1 24M1 11.5L10 11.5',
  G: 'M13.5 4C10 -2 0 -1 0 12C0 25 9 26 13.5 21L13.5 13L8 13',
  H: 'M1 0L1 24M13 0L13 24M1 11.5L13 11.5',
  I: 'M2 0L12 0M7 0L7 24M2 24L12 24',
  J: 'M4 0L11 0L11 17C11 25 3 26 1 20',
  K: 'M1 0L1 24M13 0L1 14M5.5 9.5L13.5 24',
  L: 'M2 0L2 24L13 24',
  M: 'M0.5 24L0.5 0L7 12L13.5 0L13.5 24',
  N: 'M1 24L1 0L13 24L13 0',
  O: 'M7 0C1 0 -0.5 4 -0.5 12C-0.5 20 1 24 7 24C13 24 14.5 20 14.5 12C14.5 4 13 0 7 0Z',
  P: 'M1 24L1 0L7 0C15.5 0 15.5 13 7 13L1 13',
  Q: 'M7 0C1 0 -0.5 4 -0.5 12C-0.5 20 1 24 7 24C13 24 14.5 20 14.5 12C14.5 4 13 0 7 0ZM8.5 16L14 25.5',
  R: 'M1 24L1 0L7 0C15.5 0 15.5 13 7 13L1 13M7 13L13.5 24',
  S: 'M13 3.5C10 -1.5 0.5 -1 0.5 6C0.5 13.5 13.5 10 13.5 17.5C13.5 25.5 2.5 25.5 0 20.5',
  T: 'M0 0L14 0M7 0L7 24',
  U: 'M1 0L1 16C1 26.5 13 26.5 13 16L13 0',
  V: 'M0 0L7 24L14 0',
  W: 'M0 0L3.5 24L7 7L10.5 24L14 0',
  X: 'M0.5 0L13.5 24M13.5 0L0.5 24',
  Y: 'M0 0L7 11L14 0M7 11L7 24',
  Z: 'M1 0L13 0L1 24L13.5 24',
  '<': 'M13.5 4L2 12L13.5 20',
}

const fieldWidth = 14
const fieldHeight = 24
/** Of OCR-B: letters 2.4 mm high stand 2.54 mm apart in strokes of 0.35 mm. */
export const pitchOfHeight = 2.54 / 2.4
const strokeWidth = 3.4

/** Writes a line of the letters above from the left end of its baseline; other characters are gaps. */
export function zoneText(
  line: string,
  place: { readonly x: number; readonly y: number; readonly pitch: number; readonly ink?: string },
): string {
  const { x, y, pitch, ink = '#1d1d22' } = place
  const scale = pitch / pitchOfHeight / fieldHeight
  const left = (pitch - fieldWidth * scale) / 2
  const paths = [...line].map((letter, index) => {
    const path = strokes[letter]
    if (path === undefined) return ''
    const at = `${(x + index * pitch + left).toFixed(2)} ${(y - fieldHeight * scale).toFixed(2)}`
    return `<path transform="translate(${at}) scale(${scale.toFixed(4)})" d="${path}"/>`
  })
  return `<g fill="none" stroke="${ink}" stroke-width="${strokeWidth}" stroke-linecap="round"
    stroke-linejoin="round">${paths.join('')}</g>`
}
