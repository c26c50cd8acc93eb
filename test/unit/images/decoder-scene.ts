// Readers of images whose decoders a test may stop and kill.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import {
  createImageReader,
  type ImageReader,
} from '../../../server/images/admission/inspect-image.ts'
import { decoderLimits } from '../../../server/images/decoder/decoder.ts'
import type { ProgramFailure } from '../../../server/images/decoder/start-program.ts'
import { decoderPids } from '../../support/images/decoder-programs.ts'
import { drawCard } from '../../support/images/images.ts'
import { until } from '../../support/turns.ts'

export const front = { role: 'front', idType: 'national_id' } as const
export const options = { measureQuality: true }
export const unavailable = {
  code: 'unavailable',
  options: { retryAfterSeconds: 5, reason: 'decoder_failed' },
}

export function drawSmallCard(): Promise<Buffer> {
  return drawCard({ width: 640 })
}

/** A reader with a decoder each for `concurrency` images, and what failed in them. */
export function openReader(
  t: TestContext,
  limits: Partial<typeof decoderLimits> = {},
  concurrency = 1,
): { readonly reader: ImageReader; readonly failures: readonly ProgramFailure[] } {
  const failures: ProgramFailure[] = []
  const reader = createImageReader({
    concurrency,
    limits: { ...decoderLimits, ...limits },
    onFailure: (failure) => failures.push(failure),
  })
  t.after(() => reader.close())
  return { reader, failures }
}

/** The one that has been started since `before`. */
export async function newDecoder(before: readonly number[]): Promise<number> {
  const started = () => decoderPids().find((pid) => !before.includes(pid))
  await until(() => started() !== undefined)
  return started() ?? assert.fail()
}

/** A decoder that has read an image and waits for the next. */
export async function warmUp(
  { reader }: Pick<ReturnType<typeof openReader>, 'reader'>,
  card: Buffer,
): Promise<number> {
  const before = decoderPids()
  assert.equal((await reader.inspect(card, front, options)).kind, 'readable')
  return newDecoder(before)
}
