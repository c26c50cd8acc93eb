import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import sharp from 'sharp'
import { sameAccessMs } from '../../../server/console-api/verifications/record-accesses.ts'
import { portraitBox } from '../../../server/markets/document-layouts.ts'
import { claimMs } from '../../../server/reviews/review.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimen } from '../../support/images/specimens.ts'
import { keptFiles } from '../../support/kept-files.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { notAgain } from '../../support/postgres.ts'
import { liveForm } from '../../support/running-appliance.ts'
import { confirm } from '../../support/scenes/review-steps.ts'
import {
  openWork,
  type Reviewer,
  startWork,
  type WorkScene,
} from '../../support/scenes/work-scene.ts'

const scene = openedBefore(openWork)

const withReason = (path: string) => `${path}${path.includes('?') ? '&' : '?'}reason=audit`

async function look(scene: WorkScene, path: string) {
  const response = await fetch(
    `${scene.server.url}/console/api/verifications/${withReason(path)}`,
    {
      headers: {
        Cookie: scene.awa.cookie ?? '',
        'Sec-Fetch-Site': 'same-origin',
        Accept: 'image/*,*/*;q=0.8',
      },
    },
  )
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** A photo taken with the phone on its side: 60 wide and 1500 high once upright, with the place in it. */
async function turnedPhoto(): Promise<Buffer> {
  const front = sharp(specimen('senegal-id-front.jpg')).resize(1500, 900, { fit: 'fill' })
  const exif = { IFD0: { Copyright: 'planted-in-the-notes', Orientation: '6' } }
  return front.withExif(exif).withMetadata({ orientation: 6, exif }).jpeg().toBuffer()
}

test(
  'an image is shown upright, small or in full size, without its metadata',
  notAgain,
  async () => {
    const front = await turnedPhoto()
    assert.ok(front.includes('planted-in-the-notes'))
    const body = liveForm(claimed, { front_image: front, selfie_image: specimen('selfie.jpg') })
    const { data } = await call(`${scene.url}/kyc/verify`, { key: scene.liveKey, body })
    const id = String(data.id)
    for (const [size, height] of [
      ['preview', 1000],
      ['full', 1500],
    ] as const) {
      const { response, bytes } = await look(scene, `${id}/pictures/front?size=${size}`)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('Content-Type'), 'image/jpeg')
      assert.equal(response.headers.get('Cache-Control'), 'no-store')
      const metadata = await sharp(bytes).metadata()
      assert.equal(metadata.height, height)
      assert.equal(metadata.width, Math.round(height * 0.6))
      assert.equal(metadata.exif, undefined)
      assert.equal(metadata.orientation, undefined)
      assert.equal(bytes.includes('planted-in-the-notes'), false)
    }
  },
)

test(
  'an access is audited before the image is shown, and leaves no copy on the disk',
  notAgain,
  async (t) => {
    const scene = await startWork(t)
    const id = await scene.verified()
    const before = keptFiles(scene.dataDir)
    const shown: Buffer[] = []
    for (const name of ['front', 'front', 'selfie?size=full', 'front?size=full']) {
      shown.push((await look(scene, `${id}/pictures/${name}`)).bytes)
    }
    scene.clock.advance(sameAccessMs)
    await look(scene, `${id}/pictures/front`)
    assert.deepEqual(await scene.audited(id), [
      ['verification.images_viewed', { image: 'front', size: 'preview', reason: 'audit' }],
      ['verification.images_viewed', { image: 'selfie', size: 'full', reason: 'audit' }],
      ['verification.images_viewed', { image: 'front', size: 'full', reason: 'audit' }],
      ['verification.images_viewed', { image: 'front', size: 'preview', reason: 'audit' }],
    ])
    const files = keptFiles(scene.dataDir)
    assert.deepEqual(files.toSorted(), before.toSorted())
    const middle = shown[0]?.subarray(5000, 5064) ?? Buffer.of()
    assert.equal(middle.length, 64)
    const onDisk = files.filter((file) => /images.*img_|svc\.db/.test(file))
    assert.ok(onDisk.length >= 3)
    for (const file of onDisk) {
      assert.equal(readFileSync(file).includes(middle), false, file)
    }
  },
)

test('the portrait is cut from the upright document, and from nothing else', notAgain, async () => {
  const front = await turnedPhoto()
  const body = liveForm(claimed, { front_image: front, selfie_image: specimen('selfie.jpg') })
  const { data } = await call(`${scene.url}/kyc/verify`, { key: scene.liveKey, body })
  const id = String(data.id)
  const detail = await scene.awa.get(`/verifications/${id}`)
  const { width, height } = portraitBox('national_id', { width: 900, height: 1500 })
  assert.deepEqual(detail.data.portrait, { width, height, by: 'layout' })
  const { response, bytes } = await look(scene, `${id}/pictures/front?size=portrait`)
  assert.equal(response.status, 200)
  const metadata = await sharp(bytes).metadata()
  assert.deepEqual([metadata.width, metadata.height], [width, height])
  for (const role of ['selfie', 'back']) {
    const refused = await look(scene, `${id}/pictures/${role}?size=portrait`)
    assert.equal(refused.response.status, 400)
  }
})

test(
  'images and text open to who holds the review, as long as they hold it',
  notAgain,
  async (t) => {
    const scene = await startWork(t)
    const review = await scene.queued()
    const { data } = await scene.awa.get(`/reviews/${review}`)
    const path = `/verifications/${data.verification_id}`
    const opens = async ({ get, post }: Reviewer) => [
      (await get(`${path}/pictures/front`)).status,
      (await get(`${path}/pictures/selfie?size=full`)).status,
      (await get(`${path}/pictures/front?size=portrait&reason=review`)).status,
      (await post(`${path}/reveal`)).status,
      (await post(`${path}/reveal`, { reason: 'review' })).status,
    ]
    const [shown, masked] = [200, 400].map((status) => Array(5).fill(status))
    assert.deepEqual(await opens(scene.awa), masked)
    await scene.awa.post(`/reviews/${review}/claim`)
    assert.deepEqual(await opens(scene.awa), shown)
    assert.deepEqual(await opens(scene.omar), masked)
    const audited = await scene.audited(String(data.verification_id))
    assert.deepEqual(
      audited.filter(([action]) => action.endsWith('details_viewed')),
      [['verification.personal_details_viewed', { reason: 'review', result_id: review }]],
    )
    const looks = audited.filter(([action]) => action.endsWith('images_viewed'))
    assert.equal(looks.length, 3)

    await scene.awa.post(`/reviews/${review}/release`)
    assert.deepEqual(await opens(scene.awa), masked)
    await scene.awa.post(`/reviews/${review}/claim`)
    scene.clock.advance(claimMs)
    assert.deepEqual(await opens(scene.awa), masked)
    await scene.awa.post(`/reviews/${review}/claim`)
    await scene.awa.post(`/reviews/${review}/decide`, confirm)
    assert.deepEqual(await opens(scene.awa), masked)
  },
)

test('twenty accesses at once are all answered', async () => {
  const id = await scene.verified()
  const looks = await Promise.all(
    Array.from({ length: 20 }, () => look(scene, `${id}/pictures/front`)),
  )
  assert.deepEqual([...new Set(looks.map(({ response }) => response.status))], [200])
  assert.equal(new Set(looks.map(({ bytes }) => bytes.toString('base64'))).size, 1)
})

test(
  'images that were not sent, of another role or in another size are not found',
  notAgain,
  async () => {
    const id = await scene.verified()
    assert.equal((await look(scene, `${id}/pictures/back`)).response.status, 404)
    assert.equal((await look(scene, `${id}/pictures/portrait`)).response.status, 400)
    assert.equal((await look(scene, `${id}/pictures/front?size=huge`)).response.status, 400)
  },
)
