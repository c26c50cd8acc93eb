// Slow: decodes documents of full size. The test of svc faces measure prepares some in the fast lane.
//
// The documents of a list of pairs: the portrait is cut where a verification cuts it, or the document does not count.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { openPicturePreparer } from '../../../cli/faces/prepare-picture.ts'
import type { MrzAnswer } from '../../../server/mrz/mrz-reading.ts'
import { specimen } from '../../support/images/specimens.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const never = new AbortController().signal
const noZone: MrzAnswer = { verdict: 'no_zone' }
const died: MrzAnswer = { failure: 'failed' }

let answers: readonly MrzAnswer[] = []
let reads = 0

/** One for all tests, because its decoder takes longer to start than to decode. */
const preparer = openPicturePreparer(never, {
  async read() {
    reads += 1
    return answers[reads - 1] ?? noZone
  },
  state: () => ({ isReady: true }),
  close() {},
})
after(() => preparer.close())

/** Prepares a document of which the reader of zones says this, one answer after the other. */
async function prepared(t: TestContext, said: readonly MrzAnswer[]) {
  answers = said
  reads = 0
  const file = join(tempFolder(t), 'front.jpg')
  writeFileSync(file, specimen('senegal-id-front.jpg'))
  return { picture: await preparer.prepare(file, 'national_id'), reads }
}

describe('a document', () => {
  test('without a zone is cut by its layout', async (t) => {
    const { picture, reads } = await prepared(t, [noZone])
    assert.ok(picture)
    assert.equal(reads, 1)
  })

  test('is read again after a failure', async (t) => {
    const { picture, reads } = await prepared(t, [died, noZone])
    assert.ok(picture)
    assert.equal(reads, 2)
  })

  test('whose reading fails is unreadable, and not cut by its layout', async (t) => {
    const twice = await prepared(t, [died, died])
    assert.deepEqual([twice.picture, twice.reads], [undefined, 2])
    assert.equal((await prepared(t, [{ failure: 'over_time' }])).picture, undefined)
  })
})
