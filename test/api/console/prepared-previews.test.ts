// Not again on PostgreSQL: reviews-queue.test.ts sends its statements there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  prepareAfterMs,
  preparedMs,
} from '../../../server/console-api/verifications/prepare-previews.ts'
import type { ImageReader } from '../../../server/images/admission/inspect-image.ts'
import { startWork, type WorkScene } from '../../support/scenes/work-scene.ts'
import { sharedImages } from '../../support/shared-parts.ts'

/** The shared decoders, which say how many copies for the screen they made. */
function counting(): { readonly images: ImageReader; readonly made: () => number } {
  let made = 0
  const images: ImageReader = {
    ...sharedImages,
    async toScreenJpeg(...asked) {
      const copy = await sharedImages.toScreenJpeg(...asked)
      made += 1
      return copy
    },
  }
  return { images, made: () => made }
}

/** Two cases in the queue, of which the first is claimed; nothing is made yet. */
async function claimedFirst(t: Parameters<typeof startWork>[0]) {
  const { images, made } = counting()
  const scene = await startWork(t, { images })
  const first = await scene.verified('DEMO-MISMATCH')
  scene.clock.advance(1_000)
  const next = await scene.verified('DEMO-MISMATCH')
  assert.equal(await claimNext(scene), first)
  assert.equal(made(), 0)
  return { scene, made, next }
}

async function claimNext({ awa }: WorkScene, after?: string): Promise<string> {
  const { data } = await awa.post('/reviews/next', { environment: 'live', after })
  return String((data.review as { readonly verification_id: string }).verification_id)
}

async function reaches(count: number, made: () => number): Promise<void> {
  for (let polls = 0; made() < count; polls += 1) {
    assert.ok(polls < 2_000, `made ${made()} of ${count}`)
    await wait(10)
  }
}

const preview = ({ awa }: WorkScene, id: string, role: string) =>
  awa.get(`/verifications/${id}/pictures/${role}`)

test('previews of the next review are made ahead, and shown to whoever claims it', async (t) => {
  const { scene, made, next } = await claimedFirst(t)
  scene.clock.advance(prepareAfterMs)
  await reaches(2, made)
  assert.equal((await preview(scene, next, 'front')).status, 400)
  assert.deepEqual(await scene.audited(next), [], 'nobody saw anything')
  const { data } = await scene.awa.get('/reviews?environment=live')
  const [held] = data.items as readonly { readonly id: string }[]
  assert.equal(await claimNext(scene, held?.id), next)
  for (const role of ['front', 'selfie']) {
    assert.equal((await preview(scene, next, role)).status, 200)
  }
  assert.equal(made(), 2, 'none was made anew')
  const actions = (await scene.audited(next)).map(([action]) => action)
  assert.deepEqual(actions, [
    'review.claimed',
    'verification.viewed',
    'verification.images_viewed',
    'verification.images_viewed',
  ])
  assert.equal((await preview(scene, next, 'front')).status, 200)
  assert.equal(made(), 3, 'each is handed over once')
})

test('previews made ahead end after some minutes, and with the data key', async (t) => {
  const { scene, made, next } = await claimedFirst(t)
  const look = (role: string) => preview(scene, next, `${role}?reason=audit`)
  scene.clock.advance(prepareAfterMs)
  await reaches(2, made)
  scene.clock.advance(preparedMs)
  assert.equal((await look('front')).status, 200)
  assert.equal(made(), 3)
  await scene.appliance.db.write((trx) =>
    trx.deleteFrom('data_keys').where('subject_id', '=', next).execute(),
  )
  assert.equal((await look('selfie')).status, 404)
})
