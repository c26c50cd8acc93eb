// The one place of the program where pictures are decoded. It bounds how many are at work at once and how
// much memory they hold together; everybody else waits in line, holding nothing but a way to get the bytes.

import { AppError } from '../kernel/app-error.ts'
import { createPermits, type Release } from '../kernel/permits.ts'
import { heldBytesMax, picturesWaitingMax, queueRetryAfterSeconds } from './decode-limits.ts'
import type { ImageFacts } from './evidence.ts'
import {
  type Expectation,
  type Inspection,
  type InspectionOptions,
  inspectImage,
} from './inspection.ts'
import { loadSharp, type Sharp } from './load-sharp.ts'
import { toProviderJpeg } from './provider-copy.ts'
import { toScreenJpeg } from './screen-copy.ts'

/**
 * A picture, or a way to fetch it that is called when its turn has come: of twenty pictures of 10 MB in
 * line, only those at work are then in memory.
 */
export type PictureSource = Buffer | (() => Promise<Buffer>)

export interface ImageReader {
  /**
   * Never throws for what is wrong with a picture.
   * @throws AppError `unavailable` while `picturesWaitingMax` wait already; the signal's reason; what
   * `source` throws
   */
  inspect(
    source: PictureSource,
    expectation: Expectation,
    options: InspectionOptions,
  ): Promise<Inspection>
  /** An upright JPEG of at most `imageBytesMax` bytes; for a picture that was found readable. */
  toProviderJpeg(source: PictureSource, facts: ImageFacts, signal?: AbortSignal): Promise<Buffer>
  /**
   * An upright JPEG for a person to look at; for a picture that was found readable. Without
   * `sidePixelsMax` as large as it is.
   * @throws AppError `unavailable` while `picturesWaitingMax` wait already; the signal's reason
   */
  toScreenJpeg(
    source: PictureSource,
    facts: ImageFacts,
    options: { readonly sidePixelsMax: number | undefined; readonly signal: AbortSignal },
  ): Promise<Buffer>
}

interface Place {
  readonly sharp: Sharp
  readonly bytes: Buffer
  hold(bytes: number): Promise<void>
}

/** `concurrency`: pictures at work at once, each on one thread of Node's pool of four. */
export function createImageReader({ concurrency }: { readonly concurrency: number }): ImageReader {
  const places = createPermits(concurrency)
  const memory = createPermits(heldBytesMax)
  let loading: Promise<Sharp> | undefined
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
      loading ??= loadSharp()
      const sharp = await loading
      const bytes = typeof source === 'function' ? await source() : source
      const hold = async (amount: number) => {
        releases.push(await memory.acquire(amount, signal))
      }
      return await work({ sharp, bytes, hold })
    } finally {
      present -= 1
      for (const release of releases) release()
    }
  }

  return {
    async inspect(source, expectation, options) {
      if (present >= concurrency + picturesWaitingMax) throw tooManyWaiting()
      return atPlace(source, options.signal, (place) =>
        inspectImage(place, place.bytes, expectation, options),
      )
    },
    toProviderJpeg: (source, facts, signal) =>
      atPlace(source, signal, (place) => toProviderJpeg(place, place.bytes, facts)),
    async toScreenJpeg(source, facts, { sidePixelsMax, signal }) {
      if (present >= concurrency + picturesWaitingMax) throw tooManyWaiting()
      return atPlace(source, signal, (place) =>
        toScreenJpeg(place, place.bytes, facts, sidePixelsMax),
      )
    },
  }
}

/** Copies for the provider count as waiting, but are never refused: their verification is accepted. */
function tooManyWaiting(): AppError {
  const message = `Too many pictures wait to be looked at. Try again in ${queueRetryAfterSeconds} seconds.`
  return new AppError('unavailable', message, { retryAfterSeconds: queueRetryAfterSeconds })
}
