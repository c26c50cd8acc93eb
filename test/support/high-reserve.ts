// A disk reserve that no disk leaves free, for tests of what happens below it.

import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

export const highReserve = '900TB'

const { bavail, bsize } = statfsSync(tmpdir())

/** Options of a test that goes below that reserve. Some disks in the cloud claim eight exabytes. */
export const belowHighReserve = {
  skip: bavail * bsize > 900e12 && 'this disk has more room than any reserve',
}
