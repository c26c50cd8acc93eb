// Slow: decodes pictures for each verification. The test of svc faces measure embeds some in the fast lane.
//
// A live verification whose portrait and selfie the bank's own face model compares: what it says is encrypted advice,
// and nothing else changes by it.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { readSubject } from '../../../server/erasure/read-subject.ts'
import type { FaceComparer } from '../../../server/faces/face-comparer.ts'
import type { ImageReader } from '../../../server/images/admission/inspect-image.ts'
import { UndecodableError } from '../../../server/images/inspection.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import type { MrzReader } from '../../../server/mrz/mrz-reading.ts'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { verifyEncryption } from '../../../server/operations/encryption-keys/verify-encryption.ts'
import { call } from '../../support/api-client.ts'
import { eraseNow, outliveRetention } from '../../support/erasure.ts'
import { aMeasurement, measuredAt, placeFaceModel } from '../../support/images/face-model.ts'
import { specimenForm } from '../../support/images/specimens.ts'
import { notAgain } from '../../support/postgres.ts'
import type { RunningAppliance, RunningApplianceOptions } from '../../support/running-appliance.ts'
import { startWork } from '../../support/scenes/work-scene.ts'
import { sharedDecoders } from '../../support/shared-parts.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** These tests read no zones, so the layout tells where the portrait is. */
const withoutZones: MrzReader = {
  read: async () => ({ verdict: 'no_zone' }),
  state: () => ({ isReady: true }),
  close() {},
}

interface Scene extends RunningApplianceOptions {
  readonly threshold?: number
  readonly hasModel?: boolean
}

/** With a model whose program does not run, because starting it costs more than a verification. */
async function start(t: TestContext, { threshold = -1, ...options }: Scene = {}) {
  const model = aMeasurement({ measurement: measuredAt(threshold) })
  const faceComparer: FaceComparer = {
    compare: async () => ({ similarity: 0.4, model }),
    close() {},
  }
  return startWithModel(t, { threshold, faceComparer, ...options })
}

async function startWithModel(
  t: TestContext,
  { threshold = -1, hasModel = true, ...options }: Scene = {},
) {
  const placed = placeFaceModel(tempFolder(t), aMeasurement({ measurement: measuredAt(threshold) }))
  const given = hasModel ? placed.settings : { SVC_DOCUMENT_READING: 'warn' }
  const settings = { SVC_PREFLIGHT: 'off', ...given }
  const app = await startWork(t, { mrzReader: withoutZones, ...options, settings })
  return { app, files: placed.files }
}

async function verified(app: RunningAppliance) {
  const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body: specimenForm() })
  const id = String(data.id)
  const detail = await app.finish(id)
  return { id, detail }
}

type Revealed = { readonly faces: Readonly<Record<string, unknown>> | null }

const rows = ({ appliance }: RunningAppliance) =>
  appliance.db.reader.selectFrom('face_comparisons').selectAll().execute()

describe('portrait and selfie', () => {
  test(
    'are compared once; the advice is for reviewers, and changes nothing else',
    notAgain,
    async (t) => {
      const { app } = await startWithModel(t)
      const { app: without } = await startWithModel(t, { hasModel: false })
      const [one, other] = [await verified(app), await verified(without)]
      const { id: _id, created_at, completed_at, smile_result, ...changed } = one.detail
      const known = Object.keys(changed).map((name) => [name, other.detail[name]])
      assert.deepEqual(changed, Object.fromEntries(known))
      assert.deepEqual(Object.keys(one.detail), Object.keys(other.detail))
      assert.equal(one.detail.status, 'approved')
      for (const running of [app, without]) {
        const reviews = running.appliance.db.reader.selectFrom('reviews').select('id')
        assert.deepEqual(await reviews.execute(), [])
      }
      const { data } = await app.awa.post(`/verifications/${one.id}/reveal`, { reason: 'audit' })
      const { outcome, figures } = (data as Revealed).faces as {
        readonly outcome: string
        readonly figures: Readonly<Record<string, unknown>>
      }
      const { similarity, ...rest } = figures
      assert.ok(typeof similarity === 'number' && similarity > -1 && similarity < 1)
      const { falseMatch } = measuredAt(-1)
      assert.deepEqual(
        [outcome, rest],
        [
          'compared',
          {
            is_more_alike: true,
            threshold: -1,
            model: aMeasurement().modelSha256.slice(0, 12),
            false_match: { share: falseMatch.share, low: falseMatch.low, high: falseMatch.high },
          },
        ],
      )
      const shown = await app.awa.get(`/verifications/${one.id}`)
      assert.ok(!JSON.stringify(shown.data).includes(String(similarity)))
      assert.ok(!app.logLines.join('').includes(String(similarity)))
      const bare = await without.awa.post(`/verifications/${other.id}/reveal`, { reason: 'audit' })
      assert.equal((bare.data as Revealed).faces, null)
      assert.deepEqual(await rows(without), [])
    },
  )

  test('that are less alike than the threshold raise no review', notAgain, async (t) => {
    const { app } = await start(t, { threshold: 1 })
    const { id, detail } = await verified(app)
    assert.equal(detail.status, 'approved')
    const { data } = await app.awa.post(`/verifications/${id}/reveal`, { reason: 'audit' })
    const { figures } = (data as Revealed).faces as { readonly figures: { is_more_alike: boolean } }
    assert.equal(figures.is_more_alike, false)
    const reviews = await app.appliance.db.reader.selectFrom('reviews').select('id').execute()
    assert.deepEqual(reviews, [])
  })

  test(
    'are encrypted, exported with the person’s data, in the audit log’s digest, and erased',
    notAgain,
    async (t) => {
      const { app } = await start(t)
      const { appliance } = app
      const { id } = await verified(app)
      const [row] = await rows(app)
      assert.ok(row?.advice && !row.advice.includes('similarity'))
      const [part] = await readSubject(appliance, id)
      assert.equal(part?.json.face_comparison?.threshold, -1)
      const { checked, faults } = await verifyEncryption(appliance, { sample: undefined })
      assert.deepEqual([checked.face_comparisons, faults], [1, []])
      const changedRows = async () => (await verifyAudit(appliance)).rowFaults.length
      assert.equal(await changedRows(), 0)
      await outliveRetention(app, id)
      const { counts, digests } = await eraseNow(app, id)
      assert.equal(counts.face_comparisons, 1)
      assert.match(String(digests.face_comparison), /^[0-9a-f]{64}$/)
      assert.deepEqual(await rows(app), [])
      assert.equal(await changedRows(), 0)
    },
  )

  test('whose advice was changed by hand are found by the audit log', async (t) => {
    const { app } = await start(t)
    await verified(app)
    await app.appliance.db.write((trx) =>
      trx.updateTable('face_comparisons').set({ outcome: 'over_time' }).execute(),
    )
    assert.equal((await verifyAudit(app.appliance)).rowFaults.length, 1)
  })

  test('are asked once, however often the job runs', notAgain, async (t) => {
    let pairs = 0
    const faceComparer: FaceComparer = {
      async compare() {
        pairs += 1
        return { similarity: 0.4, model: aMeasurement() }
      },
      close() {},
    }
    const { app } = await start(t, { faceComparer })
    app.simulator.setFault({ endpoint: 'upload', calls: 3, fault: { kind: 'status', status: 500 } })
    assert.equal((await verified(app)).detail.status, 'approved')
    assert.equal(pairs, 1)
  })

  const unusable: readonly (readonly [
    when: string,
    error: () => Error,
    failing: { readonly times: number; readonly outcome: string; readonly copies: number },
  ])[] = [
    [
      'are compared by a later run where the decoder is busy',
      () => new AppError('unavailable', 'busy'),
      { times: 2, outcome: 'compared', copies: 4 },
    ],
    [
      'have no advice where the decoder stays busy (long)',
      () => new AppError('unavailable', 'busy'),
      { times: 100, outcome: 'unavailable', copies: 3 },
    ],
    [
      'are not tried again where a picture does not decode',
      () => new UndecodableError(),
      { times: 100, outcome: 'no_embedding', copies: 1 },
    ],
    [
      'have no advice for a fault of our own, which is logged and stops nothing (long)',
      () => new TypeError('a bug'),
      { times: 100, outcome: 'unavailable', copies: 3 },
    ],
  ]
  for (const [name, error, { times, outcome, copies }] of unusable) {
    test(name, async (t) => {
      let asked = 0
      const images: ImageReader = {
        ...sharedDecoders,
        async toScreenJpeg(...order) {
          asked += 1
          if (asked <= times) throw error()
          return sharedDecoders.toScreenJpeg(...order)
        },
      }
      const { app } = await start(t, { images })
      assert.equal((await verified(app)).detail.status, 'approved')
      assert.deepEqual([(await rows(app))[0]?.outcome, asked], [outcome, copies])
      const said = app.logLines.filter((line) => line.includes('face_comparison_failed'))
      assert.equal(said.length > 0, error() instanceof TypeError)
      assert.ok(said.every((line) => line.includes('TypeError')))
    })
  }

  test('are compared once the model runs again', notAgain, async (t) => {
    let tries = 0
    const faceComparer: FaceComparer = {
      async compare() {
        tries += 1
        if (tries < 3) return { failure: 'unavailable' }
        return { similarity: 0.4, model: aMeasurement() }
      },
      close() {},
    }
    const { app } = await start(t, { faceComparer })
    assert.equal((await verified(app)).detail.status, 'approved')
    assert.deepEqual([(await rows(app))[0]?.outcome, tries], ['compared', 3])
  })

  test(
    'have no figure but a reason where the model fails; the verification goes on',
    notAgain,
    async (t) => {
      const { app, files } = await startWithModel(t)
      writeFileSync(files.modelFile, 'another model')
      const { id, detail } = await verified(app)
      assert.equal(detail.status, 'approved')
      const { data } = await app.awa.post(`/verifications/${id}/reveal`, { reason: 'audit' })
      assert.deepEqual((data as Revealed).faces, { outcome: 'unavailable', figures: null })
      assert.ok(app.logLines.some((line) => line.includes('faces_not_compared')))
    },
  )
})
