// Parts that all appliances of a test process share, since starting them costs more than most tests: image
// decoders and password hashing.

import { createImageReader, type ImageReader } from '../../server/images/admission/inspect-image.ts'
import { decoderLimits } from '../../server/images/decoder/decoder.ts'
import { createPasswords, type Passwords } from '../../server/users/passwords/passwords.ts'
import { rememberImages } from './images/remembered-images.ts'

/**
 * They end with this process, not after some idle time as in a server: their next start would cost more than an image.
 */
const decoders = createImageReader({
  concurrency: 2,
  limits: { ...decoderLimits, lingerMs: 60 * 60_000 },
})

/** As many decoders as an appliance has. No one who uses them closes them. */
export const sharedDecoders: ImageReader = { ...decoders, close() {} }

/** The same, each image decoded once. */
export const sharedImages: ImageReader = { ...rememberImages(decoders), close() {} }

/** Uses the product's blocklists, read once, and cheap hashes. */
export const sharedPasswords: Passwords = createPasswords(undefined, {
  memoryCost: 64,
  timeCost: 1,
  parallelism: 1,
})
