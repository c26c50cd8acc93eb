// The one place of the server through which pictures are decoded, in programs apart from it. It bounds how
// many are at work at once and how much memory they hold together; everybody else waits in line, holding
// nothing but a way to get the bytes.

import { AppError } from '../kernel/app-error.ts'
import { createPermits, type Release } from '../kernel/permits.ts'
import { heldBytesMax, picturesWaitingMax, queueRetryAfterSeconds } from './decode-limits.ts'
import {
  createDecoder,
  type Decoder,
  type DecoderFailure,
  type DecoderLimits,
  type DecoderResult,
  decoderLimits,
} from './decoder.ts'
import type { DecoderOrder } from './decoder-order.ts'
import type { ImageFacts } from './evidence.ts'
import {
  admitImage,
  type Expectation,
  type ImageRefusal,
  type Inspection,
  type InspectionOptions,
  refusals,
} from './inspection.ts'
import { judgeQuality } from './quality-limits.ts'
import { readHeader } from './read-header.ts'

/**
 * A picture, or a way to fetch it that is called when its turn has come: of twenty pictures of 10 MB in
 * line, only those at work are then in memory.
 */
export type PictureSource = Buffer | (() => Promise<Buffer>)

export interface ImageReader {
  /**
   * Never throws for what is wrong with a picture.
   * @throws AppError `unavailable` while `picturesWaitingMax` wait already, or where the decoder hangs or
   * cannot be started; the signal's reason; what `source` throws
   */
  inspect(
    source: PictureSource,
    expectation: Expectation,
    options: InspectionOptions,
  ): Promise<Inspection>
  /**
   * An upright JPEG of at most `imageBytesMax` bytes; for a picture that was found readable.
   * @throws AppError `unavailable` where the decoder fails
   */
  toProviderJpeg(source: PictureSource, facts: ImageFacts, signal?: AbortSignal): Promise<Buffer>
  /**
   * An upright JPEG for a person to look at; for a picture that was found readable. Without
   * `sidePixelsMax` as large as it is.
   * @throws AppError `unavailable` while `picturesWaitingMax` wait already, or where the decoder fails; the
   * signal's reason
   */
  toScreenJpeg(
    source: PictureSource,
    facts: ImageFacts,
    options: { readonly sidePixelsMax: number | undefined; readonly signal: AbortSignal },
  ): Promise<Buffer>
  /** Ends the decoders; what they were doing is refused as `unavailable`. */
  close(): void
}

export interface ImageReaderOptions {
  /** Pictures at work at once, each in a program of its own. */
  readonly concurrency: number
  readonly limits?: DecoderLimits
  /** Told of every decoder that failed over a picture. */
  readonly onFailure?: (failure: DecoderFailure) => void
}

interface Place {
  readonly bytes: Buffer
  hold(bytes: number): Promise<void>
  run(order: DecoderOrder): Promise<DecoderResult>
}

export function createImageReader(options: ImageReaderOptions): ImageReader {
  const { concurrency, limits = decoderLimits, onFailure = () => {} } = options
  const places = createPermits(concurrency)
  const memory = createPermits(heldBytesMax)
  const decoders = Array.from({ length: concurrency }, () => createDecoder(limits))
  const free: Decoder[] = [...decoders]
  let present = 0

  async function atPlace<Result>(
    source: PictureSource,
    signal: AbortSignal | undefined,
    work: (place: Place) => Promise<Result>,
  ): Promise<Result> {
    const releases: Release[] = []
    present += 1
    try {
      releases.push(await places.acquire(1, signal))
      const decoder = free.pop() ?? createDecoder(limits)
      releases.push(() => free.push(decoder))
      const bytes = typeof source === 'function' ? await source() : source
      const hold = async (amount: number) => {
        releases.push(await memory.acquire(amount, signal))
      }
      const run = (order: DecoderOrder) => runTwice(decoder, order, bytes, onFailure)
      const result = await work({ bytes, hold, run })
      signal?.throwIfAborted()
      return result
    } finally {
      present -= 1
      for (const release of releases.toReversed()) release()
    }
  }

  const assertRoom = () => {
    if (present >= concurrency + picturesWaitingMax) throw tooManyWaiting()
  }

  return {
    async inspect(source, expectation, { measureQuality, signal }) {
      assertRoom()
      return atPlace(source, signal, (place) => inspectAt(place, expectation, measureQuality))
    },
    toProviderJpeg: (source, facts, signal) =>
      atPlace(source, signal, (place) => copyAt(place, { kind: 'provider_copy', facts })),
    async toScreenJpeg(source, facts, { sidePixelsMax = null, signal }) {
      assertRoom()
      const order = { kind: 'screen_copy', facts, sidePixelsMax } as const
      return atPlace(source, signal, (place) => copyAt(place, order))
    },
    close() {
      for (const decoder of decoders) decoder.close()
    },
  }
}

/** Whom an operator or the kernel killed is innocent: the picture gets one more decoder. */
async function runTwice(
  decoder: Decoder,
  order: DecoderOrder,
  bytes: Buffer,
  onFailure: (failure: DecoderFailure) => void,
): Promise<DecoderResult> {
  for (let isAgain = false; ; isAgain = true) {
    const result = await decoder.run(order, bytes)
    if (result.kind === 'failed') onFailure(result.failure)
    const isInnocent = result.kind === 'failed' && result.failure === 'killed'
    if (!isInnocent || isAgain) return result
  }
}

async function inspectAt(
  { bytes, hold, run }: Place,
  expectation: Expectation,
  measureQuality: boolean,
): Promise<Inspection> {
  const admitted = admitImage(bytes)
  if (admitted.kind === 'refused') return admitted
  await hold(admitted.heldBytes)
  const result = await run({ kind: 'inspect', format: admitted.format, measureQuality })
  if (result.kind === 'failed') return refuseAfter(result.failure)
  const { answer } = result
  if (answer.kind === 'too_slow') return refusals.tooMuchWork
  if (answer.kind !== 'readable') return refusals.damaged
  const figures = answer.figures ?? undefined
  const findings = figures === undefined ? [] : judgeQuality(figures, expectation)
  return { kind: 'readable', facts: answer.facts, findings, figures }
}

/**
 * A decoder that breaks down over a picture, or swells over it, has met a bad picture: its sender is told. One
 * that hangs, was killed or does not start may be our own trouble: the sender may come back.
 */
function refuseAfter(failure: DecoderFailure): ImageRefusal {
  if (failure === 'crashed' || failure === 'over_memory') return refusals.tooMuchWork
  throw noDecoder()
}

async function copyAt(
  { bytes, hold, run }: Place,
  order: Extract<DecoderOrder, { facts: ImageFacts }>,
): Promise<Buffer> {
  const header = readHeader(bytes, order.facts.format)
  if (header === undefined) throw new Error('a picture that was readable is not any more')
  await hold(header.heldBytes + turningBytes(order.facts))
  const result = await run(order)
  if (result.kind === 'failed' || result.answer.kind === 'too_slow') throw noDecoder()
  if (result.answer.kind === 'copied') return result.body
  throw new Error('a picture that was readable is not any more')
}

/** Turning or mirroring upside down needs all pixels at once, three bytes each, beside the copy itself. */
function turningBytes({ width, height, orientation }: ImageFacts): number {
  return orientation <= 2 ? 0 : width * height * 4
}

/** Copies for the provider count as waiting, but are never refused: their verification is accepted. */
function tooManyWaiting(): AppError {
  const message = `Too many pictures wait to be looked at. Try again in ${queueRetryAfterSeconds} seconds.`
  return new AppError('unavailable', message, { retryAfterSeconds: queueRetryAfterSeconds })
}

function noDecoder(): AppError {
  const message = `A picture could not be opened just now. Try again in ${queueRetryAfterSeconds} seconds.`
  return new AppError('unavailable', message, { retryAfterSeconds: queueRetryAfterSeconds })
}
