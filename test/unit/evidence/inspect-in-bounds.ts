// Inspects the pictures in the files named by its arguments and makes their copies for the provider, after
// a plain one; prints by how many megabytes each raised the most memory that the program ever held.

import { readFileSync } from 'node:fs'
import { createImageReader } from '../../../server/evidence/inspect-image.ts'

const reader = createImageReader({ concurrency: 1 })
const heldMegabytes = () => process.resourceUsage().maxRSS / 1024

async function openFully(file: string): Promise<string> {
  const bytes = readFileSync(file)
  const expectation = { role: 'front', idType: 'national_id' } as const
  const inspection = await reader.inspect(bytes, expectation, { measureQuality: true })
  if (inspection.kind === 'readable') await reader.toProviderJpeg(bytes, inspection.facts)
  return inspection.kind
}

const [plain = '', ...hostile] = process.argv.slice(2)
await openFully(plain)
for (const file of hostile) {
  const before = heldMegabytes()
  const kind = await openFully(file)
  console.log(JSON.stringify({ kind, megabytes: heldMegabytes() - before }))
}
