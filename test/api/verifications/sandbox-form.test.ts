import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { toPng } from '../../support/images/images.ts'
import { heicImage } from '../../support/images/odd-images.ts'
import { lightImages } from '../../support/images/specimens.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { liveForm, startAppliance } from '../../support/running-appliance.ts'
import { person, verifyInSandbox, withoutIdsAndTimes } from './sandbox-client.ts'

describe('the live form with a sandbox key', () => {
  const app = openedBefore(() => startAppliance({ withoutProvider: true }))

  const submit = (fields: Readonly<Record<string, string>>, files: Record<string, Buffer> = {}) =>
    call(`${app.url}/kyc/verify`, {
      key: app.sandboxKey,
      body: liveForm(fields, { ...lightImages, ...files }),
    })

  test('answers like the sandbox for the same claims, so that only the key changes', async () => {
    const change = { external_ref: 'customer 7', sandbox_outcome: 'declined' }
    const form = await submit({ ...person, ...change })
    const json = await verifyInSandbox(app, change)
    assert.equal(form.status, 200)
    assert.equal(withoutIdsAndTimes(form.text), withoutIdsAndTimes(json.text))
    const details = await Promise.all(
      [form, json].map(({ data }) =>
        call(`${app.url}/kyc/verifications/${data.id}`, { key: app.sandboxKey }),
      ),
    )
    const [ofForm, ofJson] = details.map(({ text }) => withoutIdsAndTimes(text))
    assert.equal(ofForm, ofJson)
  })

  test('refuses the triggers that the sandbox refuses', async () => {
    const triggers = { ...person, sandbox_outcome: 'scoring_unavailable' }
    for (const score_requested of ['false', 'False', '0', '']) {
      const { status, error } = await submit({ ...triggers, score_requested })
      assert.deepEqual([status, error.param], [400, 'sandbox_outcome'])
    }
    assert.equal((await submit({ ...triggers, score_requested: 'True' })).status, 200)
  })

  test('needs no more fields than the live form', async () => {
    const { status, data } = await submit({ country: 'MA', id_type: 'passport' })
    assert.deepEqual([status, data.status], [200, 'approved'])
  })

  test('takes a PNG and a back, and score_requested as text', async () => {
    const files = {
      front_image: await toPng(lightImages.selfie_image),
      back_image: lightImages.front_image,
    }
    const { status, data } = await submit({ ...person, score_requested: 'true' }, files)
    assert.equal(status, 200)
    assert.match(String((data.score as { scoreId: string }).scoreId), /^scr_/)
  })

  test('says of a file that is no image what live says of it', async () => {
    const wrong = [
      [await heicImage(), /^front_image is a HEIC photo or a film.* Convert it to JPEG first\.$/],
      [Buffer.alloc(0), /^front_image is empty\. /],
      [Buffer.from('no picture'), /^front_image is neither a JPEG nor a PNG image, /],
    ] as const
    for (const [front_image, message] of wrong) {
      const { status, error } = await submit(person, { front_image })
      assert.deepEqual([status, error.code], [400, 'invalid_image'])
      assert.match(error.message, message)
    }
  })

  test('checks only the type of the images, and keeps none of them', async () => {
    const signatureOnly = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0])
    const { status } = await submit(person, { front_image: signatureOnly })
    assert.equal(status, 200)
    for (const folder of ['staging', 'images']) {
      const path = join(app.appliance.config.dataDir, folder)
      assert.deepEqual(existsSync(path) ? readdirSync(path) : [], [])
    }
  })
})
