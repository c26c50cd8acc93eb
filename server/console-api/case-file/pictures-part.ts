// The pictures, two a line, each with the digest of the file as it was sent. Pure.

import { inWords, type Writing } from './case-file.ts'
import { block, type Part, styled } from './page-parts.ts'

const [width, height] = [246, 190]

export function picturesPart(writing: Writing): Part {
  const { words, pictures, opened, person } = writing
  const { pictures: title } = words.section
  if (pictures.length === 0) {
    const why = person === undefined ? 'erased' : 'removed'
    const { environment } = opened.verification
    const text = words.noPictures[environment === 'sandbox' ? environment : why]
    return block(title, [styled(text, 'quiet')])
  }
  const shown = pictures.map((picture) => pictureOf(writing, picture))
  const lines = Array.from({ length: Math.ceil(shown.length / 2) }, (_, line) => ({
    columns: [shown[2 * line], shown[2 * line + 1] ?? ''],
    columnGap: 14,
    margin: [0, 4, 0, 6],
  }))
  return block(title, lines)
}

function pictureOf(
  { words, opened: { trace } }: Writing,
  { role, jpeg }: Writing['pictures'][number],
): Part {
  const kept = trace.pictures.find((one) => one.role === role)
  return {
    stack: [
      { text: inWords(words.label.role, role), bold: true, margin: [0, 0, 0, 3] },
      { image: `data:image/jpeg;base64,${jpeg.toString('base64')}`, fit: [width, height] },
      { ...styled(words.pictureDigest, 'code'), margin: [0, 3, 0, 0] },
      { ...styled(kept?.sha256 ?? '', 'code'), fontSize: 6.4 },
    ],
  }
}
