// Parts that every appliance of a test process can share, since starting them costs more than most tests: the
// programs that decode images, and the judge of passwords.

import { createImageReader, type ImageReader } from '../../server/evidence/inspect-image.ts'
import { createPasswords, type Passwords } from '../../server/staff/passwords.ts'

/** As many decoders as an appliance has. They end with this process, so that no appliance closes them. */
export const sharedImages: ImageReader = {
  ...createImageReader({ concurrency: 2 }),
  close() {},
}

/** With the lists that come with the product, read once, and with hashes that cost next to nothing. */
export const sharedPasswords: Passwords = createPasswords(undefined, {
  memoryCost: 64,
  timeCost: 1,
  parallelism: 1,
})
