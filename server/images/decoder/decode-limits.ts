// Limits of decoding an image, and the sharp options that enforce them. Pure.

import type { SharpOptions } from 'sharp'
import { imagePixelsMax } from '../image.ts'

/**
 * Longest side of an image in pixels. Cameras reach about 12 000 and panoramas 20 000; an image of
 * 1 x 40 000 000 has no more pixels than allowed and still takes seconds, or hundreds of megabytes.
 */
export const imageSidePixelsMax = 20_000

/**
 * Longer side in pixels below which an image is rejected, whatever the quality mode (rulings 9.8):
 * a line of print on a card is then 4 pixels high.
 */
export const imageSidePixelsMin = 300

/**
 * Seconds of decoding for one image, wall clock; 40 megapixels take well under two on a slow core. Doubled after each
 * image that other programs kept from a processor, up to the longest, which stays below the time of an order.
 */
export const decodeSecondsMax = { first: 15, longest: 45 } as const

/** Part of that time for which the decoder must have had a processor before the image is blamed for taking it all. */
export const decodeProcessorShareMin = 0.5

/**
 * Bytes that all decodes together may hold for images that cannot be decoded line by line. A
 * progressive JPEG of 40 megapixels in full colour resolution needs 240 MB: it is decoded alone.
 */
export const heldBytesMax = 256 * 1024 * 1024

/**
 * Images that may wait for a decoder: some ten seconds of work. Beyond that a client gets
 * `unavailable`, which costs it less than a response after its own timeout.
 */
export const imagesWaitingMax = 40

/** Seconds in which a full queue is about half processed. */
export const queueRetryAfterSeconds = 5

/** Rejects images that are truncated or cannot be decoded. */
export const decodeOptions: SharpOptions = {
  failOn: 'error',
  limitInputPixels: imagePixelsMax,
  sequentialRead: true,
}

/**
 * Also rejects a JPEG whose data ends or breaks in the middle, which would otherwise be filled with
 * grey.
 */
export const strictDecodeOptions: SharpOptions = { ...decodeOptions, failOn: 'warning' }

/**
 * Warnings of the strict mode that lose nothing of the image. Phones write such files, and every
 * viewer shows them.
 */
export const harmlessWarning = /Invalid SOS parameters|extraneous bytes before marker/

/** Bytes of the longest answer: a full-size screen copy of 40 megapixels of noise. */
export const decoderAnswerBytesMax = 64 * 1024 * 1024
