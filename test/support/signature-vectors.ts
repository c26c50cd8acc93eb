// Reads the published test vectors of webhook signatures.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { signatureFaults } from '../../server/webhooks/signature-headers.ts'

const vectorsFile = new URL('../../data/reference/webhook-signature-vectors.json', import.meta.url)

const shape = z.strictObject({
  format: z.array(z.string()),
  version: z.literal(1),
  tolerance_seconds: z.literal(300),
  vectors: z.array(
    z.strictObject({
      name: z.string(),
      secret: z.string(),
      now: z.int(),
      headers: z.partialRecord(
        z.enum(['svc-signature', 'svc-signatures', 'svc-timestamp']),
        z.string(),
      ),
      body_base64: z.base64(),
      body_text: z.string().optional(),
      digest: z.string().nullable(),
      result: z.enum(['valid', ...signatureFaults]),
      answer: z.union([z.literal(200), z.literal(400), z.literal(401)]),
    }),
  ),
})

export type SignatureVector = z.infer<typeof shape>['vectors'][number]

export function readSignatureVectors(): readonly SignatureVector[] {
  return shape.parse(JSON.parse(readFileSync(vectorsFile, 'utf8'))).vectors
}

export function bodyOf(vector: SignatureVector): Buffer {
  return Buffer.from(vector.body_base64, 'base64')
}
