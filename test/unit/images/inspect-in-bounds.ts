// Inspects the images in the files named by its arguments and makes their copies for the provider, after
// a plain one, each with a decoder of its own; prints by how many megabytes more than over the plain one
// this program and the decoder together ever held.

import { readFileSync } from 'node:fs'
import { createImageReader } from '../../../server/images/admission/inspect-image.ts'
import { decoderPids, peakMegabytes } from '../../support/images/decoder-programs.ts'

const ownMegabytes = () => process.resourceUsage().maxRSS / 1024

async function openFully(file: string) {
  const reader = createImageReader({ concurrency: 1 })
  const bytes = readFileSync(file)
  const expectation = { role: 'front', idType: 'national_id' } as const
  const inspection = await reader.inspect(bytes, expectation, { measureQuality: true })
  if (inspection.kind === 'readable') await reader.toProviderJpeg(bytes, inspection.facts)
  const decoders = decoderPids().map(peakMegabytes)
  reader.close()
  return { kind: inspection.kind, held: ownMegabytes() + Math.max(0, ...decoders) }
}

const [plain = '', ...hostile] = process.argv.slice(2)
const before = await openFully(plain)
for (const file of hostile) {
  const { kind, held } = await openFully(file)
  console.log(JSON.stringify({ kind, megabytes: held - before.held }))
}
