// The images, two in a row, each with the digest of the submitted file; under them what the bank's own face model says.
// Pure.

import { isMoreAlike } from '../../../verifications/face/face-comparison.ts'
import { block, inWords, type PagePart, styled } from '../../printing/page-parts.ts'
import { similarityFormat } from '../similarity-format.ts'
import type { LocalizedCaseFile } from './case-file.ts'

const [width, height] = [246, 190]

export function imagesPart(file: LocalizedCaseFile): PagePart {
  const { words, images, opened, person } = file
  const { images: title } = words.section
  if (images.length === 0) {
    const why = person === undefined ? 'erased' : 'removed'
    const { environment } = opened.verification
    const text = words.noImages[environment === 'sandbox' ? environment : why]
    return block(title, [styled(text, 'quiet')])
  }
  const shown = images.map((image) => imageOf(file, image))
  const lines = Array.from({ length: Math.ceil(shown.length / 2) }, (_, line) => ({
    columns: [shown[2 * line], shown[2 * line + 1] ?? ''],
    columnGap: 14,
    margin: [0, 4, 0, 6],
  }))
  return block(title, [...lines, ...faceLine(file)])
}

/** In no colour of a verdict, because it is advice. */
function faceLine({ words, show, person }: LocalizedCaseFile): readonly PagePart[] {
  const faces = person?.faces
  if (faces === undefined) return []
  if (faces.outcome !== 'compared') {
    return [styled(`${words.faceModel} ${words.label.faceAdvice[faces.outcome]}`, 'quiet')]
  }
  const { advice } = faces
  const side = words.label.faceAdvice[isMoreAlike(advice) ? 'more_alike' : 'less_alike']
  const { similarity, threshold, falseMatch } = advice
  const figures = words.faceFigures({
    similarity: show.number(similarity, similarityFormat),
    threshold: show.number(threshold, similarityFormat),
    share: show.smallShare(falseMatch.share),
    low: show.smallShare(falseMatch.low),
    high: show.smallShare(falseMatch.high),
  })
  return [styled(`${words.faceModel} ${side} ${figures}`, 'quiet')]
}

function imageOf(
  { words, opened: { trace } }: LocalizedCaseFile,
  { role, jpeg }: LocalizedCaseFile['images'][number],
): PagePart {
  const stored = trace.images.find((image) => image.role === role)
  return {
    stack: [
      { text: inWords(words.label.imageRole, role), bold: true, margin: [0, 0, 0, 3] },
      { image: `data:image/jpeg;base64,${jpeg.toString('base64')}`, fit: [width, height] },
      { ...styled(words.imageDigest, 'code'), margin: [0, 3, 0, 0] },
      { ...styled(stored?.sha256 ?? '', 'code'), fontSize: 6.4 },
    ],
  }
}
