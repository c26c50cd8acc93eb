// Parts that all appliances of a test process share, since starting them costs more than most tests: image
// decoders and password hashing.

import { createImageReader, type ImageReader } from '../../server/images/inspect-image.ts'
import { createPasswords, type Passwords } from '../../server/users/passwords.ts'
import { rememberImages } from './remembered-images.ts'

/**
 * As many decoders as an appliance has, each image decoded once. They end with this process; no appliance closes
 * them.
 */
export const sharedImages: ImageReader = {
  ...rememberImages(createImageReader({ concurrency: 2 })),
  close() {},
}

/** Uses the product's blocklists, read once, and cheap hashes. */
export const sharedPasswords: Passwords = createPasswords(undefined, {
  memoryCost: 64,
  timeCost: 1,
  parallelism: 1,
})
