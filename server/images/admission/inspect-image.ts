// The only way for the server to have images decoded, in processes of their own. Limits how many
// are decoded at once and how much memory they hold together; other images wait in a queue without
// being in memory.

import { AppError } from '../../kernel/app-error.ts'
import { freeBuffer } from '../../kernel/free-buffer.ts'
import { createPermits, type Release } from '../../kernel/permits.ts'
import {
  decodeSecondsMax,
  heldBytesMax,
  imagesWaitingMax,
  queueRetryAfterSeconds,
} from '../decoder/decode-limits.ts'
import {
  createDecoder,
  type Decoder,
  type DecoderResult,
  decoderLimits,
} from '../decoder/decoder.ts'
import type { DecoderOrder, DecoderTask } from '../decoder/decoder-order.ts'
import { failureOf, judgeDecoding, nextSecondsMax, noDecoder } from '../decoder/judge-decoding.ts'
import type { ProgramLimits } from '../decoder/picture-program.ts'
import type { ScreenCopy } from '../decoder/screen-copy.ts'
import type { ProgramFailure } from '../decoder/start-program.ts'
import type { ImageFacts } from '../image.ts'
import {
  type Expectation,
  type Inspection,
  type InspectionOptions,
  UndecodableError,
} from '../inspection.ts'
import { admitInTurns } from './admit-in-turns.ts'

/**
 * The bytes of an image, or a function that fetches them when its turn comes: of twenty images of
 * 10 MB in the queue, only those being decoded are then in memory. Fetched bytes belong to the
 * reader, which frees them.
 */
type ImageSource = Buffer | (() => Promise<Buffer>)

export interface ImageReader {
  /**
   * Inspects an image. Never throws because of the image itself.
   * @throws AppError `unavailable` while `imagesWaitingMax` wait already (unless `isAccepted`), or
   * where the decoder hangs or cannot be started; the signal's reason; what `source` throws
   */
  inspect(
    source: ImageSource,
    expectation: Expectation,
    options: InspectionOptions,
  ): Promise<Inspection>
  /**
   * Returns an upright JPEG of at most `imageBytesMax` bytes, of an image that was found readable.
   * @throws AppError `unavailable` where the decoder fails
   */
  toProviderJpeg(source: ImageSource, facts: ImageFacts, signal?: AbortSignal): Promise<Buffer>
  /**
   * Returns an upright JPEG for the console; without `sidePixelsMax` in its own size.
   * @throws UndecodableError for a damaged image; AppError `unavailable` while `imagesWaitingMax` wait already, or
   * where the decoder fails; the signal's reason
   */
  toScreenJpeg(
    source: ImageSource,
    facts: ImageFacts,
    options: Partial<ScreenCopy> & { readonly signal: AbortSignal },
  ): Promise<Buffer>
  /** Ends the decoders; orders under way fail as `unavailable`. */
  close(): void
}

interface ImageReaderOptions {
  /** Images decoded at once, each in its own process. */
  readonly concurrency: number
  readonly limits?: ProgramLimits
  /** Called for every order that a decoder failed at. */
  readonly onFailure?: (failure: ProgramFailure) => void
}

interface DecoderSlot {
  readonly bytes: Buffer
  hold(bytes: number): Promise<void>
  run(task: DecoderTask): Promise<DecoderResult>
}

export function createImageReader(options: ImageReaderOptions): ImageReader {
  const { concurrency, limits = decoderLimits, onFailure = () => {} } = options
  const slots = createPermits(concurrency)
  const memory = createPermits(heldBytesMax)
  const decoders = Array.from({ length: concurrency }, () => createDecoder(limits))
  const free: Decoder[] = [...decoders]
  let imagesInQueue = 0
  let secondsMax: number = decodeSecondsMax.first

  async function withDecoder<Result>(
    source: ImageSource,
    signal: AbortSignal | undefined,
    work: (slot: DecoderSlot) => Promise<Result>,
  ): Promise<Result> {
    const releases: Release[] = []
    imagesInQueue += 1
    try {
      releases.push(await slots.acquire(1, signal))
      const decoder = free.pop() ?? createDecoder(limits)
      releases.push(() => free.push(decoder))
      const bytes = typeof source === 'function' ? await source() : source
      const hold = async (amount: number) => {
        releases.push(await memory.acquire(amount, signal))
      }
      let mayFree = typeof source === 'function'
      const run = async (task: DecoderTask) => {
        const startedMs = performance.now()
        const ran = await runWithRetry(decoder, { ...task, secondsMax }, bytes, onFailure)
        const tookMs = performance.now() - startedMs
        secondsMax = nextSecondsMax(secondsMax, { result: ran, tookMs })
        // A decoder that failed may leave a write of the bytes under way.
        if (ran.kind === 'failed') mayFree = false
        return ran
      }
      releases.push(() => (mayFree ? freeBuffer(bytes) : undefined))
      const result = await work({ bytes, hold, run })
      signal?.throwIfAborted()
      return result
    } finally {
      imagesInQueue -= 1
      for (const release of releases.toReversed()) release()
    }
  }

  const assertRoom = () => {
    if (imagesInQueue >= concurrency + imagesWaitingMax) throw tooManyWaiting()
  }

  return {
    async inspect(source, expectation, options) {
      if (options.isAccepted !== true) assertRoom()
      const { signal } = options
      return withDecoder(source, signal, (slot) => inspectAt(slot, expectation, options))
    },
    toProviderJpeg: (source, facts, signal) =>
      withDecoder(source, signal, (slot) => copyAt(slot, { kind: 'provider_copy', facts })),
    async toScreenJpeg(source, facts, { sidePixelsMax = null, crop = null, signal }) {
      assertRoom()
      const order = { kind: 'screen_copy', facts, sidePixelsMax, crop } as const
      return withDecoder(source, signal, (slot) => copyAt(slot, order))
    },
    close() {
      for (const decoder of decoders) decoder.close()
    },
  }
}

/**
 * Retries once when the operator or the kernel killed the decoder, because that says nothing about
 * the image.
 */
async function runWithRetry(
  decoder: Decoder,
  order: DecoderOrder,
  bytes: Buffer,
  onFailure: (failure: ProgramFailure) => void,
): Promise<DecoderResult> {
  for (let isRetry = false; ; isRetry = true) {
    const result = await decoder.run(order, bytes)
    const failure = failureOf(result)
    if (failure !== undefined) onFailure(failure)
    if (failure !== 'killed' || isRetry) return result
  }
}

async function inspectAt(
  { bytes, hold, run }: DecoderSlot,
  expectation: Expectation,
  { measureQuality, isLastTry = false }: InspectionOptions,
): Promise<Inspection> {
  const admitted = await admitInTurns(bytes)
  if (admitted.kind === 'refused') return admitted
  await hold(admitted.heldBytes)
  const result = await run({ kind: 'inspect', format: admitted.facts.format, measureQuality })
  return judgeDecoding(result, expectation, isLastTry)
}

async function copyAt(
  { bytes, hold, run }: DecoderSlot,
  task: Extract<DecoderTask, { facts: ImageFacts }>,
): Promise<Buffer> {
  const admitted = await admitInTurns(bytes)
  if (admitted.kind === 'refused') throw new UndecodableError()
  await hold(admitted.heldBytes + rotationBytes(task.facts))
  const result = await run(task)
  if (result.kind === 'failed') throw noDecoder()
  if (result.answer.kind === 'copied') return result.body
  if (result.answer.kind === 'damaged') throw new UndecodableError()
  throw noDecoder()
}

/** Rotating or flipping needs all pixels at once, three bytes each, beside the copy itself. */
function rotationBytes({ width, height, orientation }: ImageFacts): number {
  return orientation <= 2 ? 0 : width * height * 4
}

/**
 * Images of an accepted verification count as waiting but are never rejected.
 */
function tooManyWaiting(): AppError {
  const message = `Too many images are waiting to be checked. Try again in ${queueRetryAfterSeconds} seconds.`
  return new AppError('unavailable', message, {
    retryAfterSeconds: queueRetryAfterSeconds,
    reason: 'image_checks_busy',
  })
}
