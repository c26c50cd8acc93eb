// Slow: starts decoders that fail. Whatever takes an image uses some that do not in the fast lane.
// SQLite only: about decoders, which know no database.
//
// Images that were accepted by their structure are decoded by the job, before anything else is done with them.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  createImageReader,
  type ImageReader,
} from '../../../server/images/admission/inspect-image.ts'
import { decoderLimits } from '../../../server/images/decoder/decoder.ts'
import { listImages } from '../../../server/images/storage/image-store.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { findProviderJob } from '../../../server/verifications/provider-job/provider-job-store.ts'
import { call } from '../../support/api-client.ts'
import { drawCard, drawPhonePhoto, drawSelfie } from '../../support/images/images.ts'
import { claimed, specimen } from '../../support/images/specimens.ts'
import { openedBefore } from '../../support/opened-before.ts'
import {
  liveForm,
  type RunningApplianceOptions,
  startAppliance,
  startForTest,
} from '../../support/running-appliance.ts'
import { sharedDecoders } from '../../support/shared-parts.ts'

let card: Buffer

let selfie: Buffer

/** Its structure holds to the end, but its data makes no sense. */
let garbled: Buffer

before(async () => {
  card = await drawCard()
  selfie = await drawSelfie()
  garbled = Buffer.from(card)
  garbled.fill(0x5a, Math.floor(card.length / 3), Math.floor(card.length / 2))
})

async function running(t: TestContext, options: RunningApplianceOptions = {}) {
  const app = await startForTest(t, options)
  const submit = async (front_image: Buffer) => {
    const body = liveForm(
      { country: 'SN', id_type: 'national_id' },
      { front_image, selfie_image: selfie },
    )
    const { status, data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
    assert.deepEqual([status, data.status], [202, 'pending'])
    return String(data.id)
  }
  const metered = async (id: string) => {
    const { reader } = app.appliance.db
    const events = reader.selectFrom('usage_events').select('id').where('verification_id', '=', id)
    return (await events.execute()).length
  }
  return { app, submit, metered }
}

/** The decoders of the product, where the first calls fail as told. */
function failing(times: number, failure: () => Error): ImageReader & { readonly calls: number } {
  let calls = 0
  return {
    ...sharedDecoders,
    get calls() {
      return calls
    },
    async inspect(...asked) {
      calls += 1
      if (calls <= times) throw failure()
      return sharedDecoders.inspect(...asked)
    },
  }
}

describe('an accepted image', () => {
  test('that does not decode ends its verification: nobody is asked, nothing is metered', async (t) => {
    const { app, submit, metered } = await running(t)
    const id = await submit(garbled)
    const detail = await app.finish(id)
    assert.equal(detail.status, 'error')
    const reasons = detail.reasons as readonly { code: string; retry_allowed: boolean }[]
    assert.deepEqual(
      reasons.map(({ code, retry_allowed }) => [code, retry_allowed]),
      [['image_unreadable', true]],
    )
    assert.deepEqual(detail.smile_result, {
      decided_by: 'image_check',
      images: [{ role: 'front', code: 'damaged' }],
    })
    assert.deepEqual(app.simulator.ledger(), [])
    assert.equal(await metered(id), 0)
    const again = await submit(card)
    assert.equal((await app.finish(again)).status, 'approved')
    assert.equal(await metered(again), 1)
  })

  test('is decoded once, and its job knows when', async (t) => {
    const images = failing(0, () => new Error())
    const { app, submit } = await running(t, { images })
    const id = await submit(card)
    assert.equal((await app.finish(id)).status, 'approved')
    const { reader } = app.appliance.db
    assert.equal(typeof (await findProviderJob(reader, id))?.imagesDecodedAt, 'number')
    assert.equal((await listImages(reader, id))[0]?.facts.width, 1_600)
    assert.equal(images.calls, 2)
  })

  const troubles: readonly [string, () => Error][] = [
    ['while no decoder works', () => new AppError('unavailable', 'no decoder')],
    ['where the run breaks in the middle', () => new Error('broken')],
  ]
  for (const [when, failure] of troubles) {
    test(`is decoded later ${when}, and its verification is paid once`, async (t) => {
      const { app, submit } = await running(t, { images: failing(3, failure) })
      const id = await submit(card)
      assert.equal((await app.finish(id)).status, 'approved')
      assert.equal(app.simulator.ledger().length, 1)
    })
  }

  test('takes nothing of the time that the provider has, however long no decoder works', async (t) => {
    const settings = { SVC_PROVIDER_UNDECIDED_AFTER: '5m' }
    const unavailable = () => new AppError('unavailable', 'no decoder')
    const simulator = { resultDelayMs: 10_000 }
    const images = failing(9, unavailable)
    const { app, submit } = await running(t, { settings, simulator, images })
    const detail = await app.finish(await submit(card))
    const waitedMs = Date.parse(String(detail.completed_at)) - Date.parse(String(detail.created_at))
    assert.ok(waitedMs > 5 * 60_000, `${waitedMs} ms`)
    assert.equal(detail.status, 'approved')
  })

  test('at which decoders hang in three runs is refused: nobody waits an hour for it', async (t) => {
    const limits = { ...decoderLimits, orderMsMax: 1 }
    const images = createImageReader({ concurrency: 1, limits })
    t.after(() => images.close())
    const { app, submit } = await running(t, { images })
    const id = await submit(card)
    const detail = await app.finish(id)
    assert.deepEqual(detail.smile_result, {
      decided_by: 'image_check',
      images: [
        { role: 'front', code: 'too_much_work' },
        { role: 'selfie', code: 'too_much_work' },
      ],
    })
    const reasons = detail.reasons as readonly { code: string }[]
    assert.deepEqual(
      reasons.map(({ code }) => code),
      ['image_unreadable'],
    )
    const { reader } = app.appliance.db
    const job = reader.selectFrom('jobs').select('runs').where('subject_id', '=', id)
    assert.equal((await job.executeTakeFirst())?.runs, 3)
  })

  test('is decoded once its decoder got the time that it takes to start (long)', async (t) => {
    const failures: string[] = []
    const images = createImageReader({
      concurrency: 1,
      limits: {
        ...decoderLimits,
        startMs: { first: 1, longest: 160_000 },
        backOffMs: { first: 0, longest: 0 },
      },
      onFailure: (failure) => failures.push(failure),
    })
    t.after(() => images.close())
    const { app, submit } = await running(t, { images })
    assert.equal((await app.finish(await submit(card))).status, 'approved')
    assert.equal(failures[0], 'slow_start')
  })

  test('ends its verification where no decoder works for as long as a provider is tried', async (t) => {
    const unavailable = () => new AppError('unavailable', 'no decoder')
    const { app, submit } = await running(t, { images: failing(10_000, unavailable) })
    const detail = await app.finish(await submit(card))
    assert.deepEqual(
      [detail.status, detail.smile_result],
      ['error', { last_trouble: 'decoder_unavailable' }],
    )
    assert.deepEqual(app.simulator.ledger(), [])
  })
})

const fixtures =
  process.env.SVC_TEST_FIXTURES ??
  fileURLToPath(new URL('../../../../shared/fixtures/documents', import.meta.url))

describe('a live verification of real images', () => {
  const app = openedBefore(startAppliance)

  async function assertApproved(front: Buffer, idType: string): Promise<void> {
    const submitted = await call(`${app.url}/kyc/verify`, {
      key: app.liveKey,
      body: liveForm(
        { ...claimed, id_type: idType },
        { front_image: front, selfie_image: specimen('selfie.jpg') },
      ),
    })
    assert.equal(submitted.status, 202, submitted.text)
    assert.equal((await app.finish(String(submitted.data.id))).status, 'approved')
  }

  test('takes the photo of a phone: several megabytes, turned by its EXIF note (long)', async () => {
    const photo = await drawPhonePhoto()
    assert.ok(photo.length > 2_000_000, `${photo.length} bytes`)
    await assertApproved(photo, 'national_id')
  })

  const present = existsSync(fixtures)
  for (const name of present ? readdirSync(fixtures).sort() : []) {
    test(`takes the specimen document ${name}`, () =>
      assertApproved(
        readFileSync(join(fixtures, name)),
        name.includes('pass') ? 'passport' : 'national_id',
      ))
  }
  if (!present) {
    test('takes the specimen documents', { skip: 'their folder is not here (SVC_TEST_FIXTURES)' })
  }
})
