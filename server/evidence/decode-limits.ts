// Limits of decoding a picture, and how sharp is told of them. Pure.

import type { SharpOptions } from 'sharp'
import { imagePixelsMax } from './evidence.ts'

/**
 * Longest side of a picture in pixels. Cameras end at about 12 000 and panoramas at 20 000; a picture of
 * 1 x 40 000 000 has no more pixels than allowed and still takes seconds, or hundreds of megabytes.
 */
export const imageSidePixelsMax = 20_000

/**
 * Longer side below which a picture is refused whatever the preflight's mode (rulings 9.8): a line of print
 * on a card is then 4 pixels high.
 */
export const imageSidePixelsMin = 300

/** Seconds of work on one picture; 40 megapixels take well under two on a slow core. */
export const decodeSecondsMax = 15

/**
 * Bytes that all decodes together may hold for pictures that cannot be read line by line. A progressive
 * JPEG of 40 megapixels in full colour resolution needs 240 MB: it has its turn alone.
 */
export const heldBytesMax = 256 * 1024 * 1024

/**
 * Pictures that may wait for a place at the decoder: some ten seconds of work. Beyond it a client is told to
 * come back, which costs it less than an answer that arrives after its own timeout.
 */
export const picturesWaitingMax = 40

/** Seconds in which a full line gets half as long. */
export const queueRetryAfterSeconds = 5

/** Refuses what is cut off or cannot be decoded. */
export const decodeOptions: SharpOptions = {
  failOn: 'error',
  limitInputPixels: imagePixelsMax,
  sequentialRead: true,
}

/** Refuses, too, a JPEG whose data ends or breaks in the middle and would be filled up with grey. */
export const strictDecodeOptions: SharpOptions = { ...decodeOptions, failOn: 'warning' }

/**
 * What the strict reading also complains of although nothing of the picture is lost. Phones write such
 * files, and every viewer shows them.
 */
export const harmlessWarning = /Invalid SOS parameters|extraneous bytes before marker/
