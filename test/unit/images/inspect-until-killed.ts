// Inspects one image after the other for ever, and prints the id of the decoder that does it.

import { createImageReader } from '../../../server/images/admission/inspect-image.ts'
import { decoderPids } from '../../support/images/decoder-programs.ts'
import { drawCard } from '../../support/images/images.ts'

const reader = createImageReader({ concurrency: 1 })
const card = await drawCard()
const expectation = { role: 'front', idType: 'national_id' } as const
for (let count = 0; ; count += 1) {
  await reader.inspect(card, expectation, { measureQuality: true })
  if (count === 0) process.stdout.write(`${decoderPids()[0]}\n`)
}
