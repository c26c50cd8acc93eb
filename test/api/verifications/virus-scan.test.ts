// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { listImages } from '../../../server/images/storage/image-store.ts'
import { call } from '../../support/api-client.ts'
import { lightImages } from '../../support/images/specimens.ts'
import { liveForm, type RunningAppliance, startForTest } from '../../support/running-appliance.ts'
import { type ClamdMode, infected, startClamd } from '../../support/servers/fake-clamd.ts'

const { front_image, selfie_image } = lightImages

describe('an image, where a scanner for viruses is set up', () => {
  async function running(t: TestContext, kind: 'tcp' | 'unix', settings = {}) {
    const clamd = await startClamd(t, kind)
    const app = await startForTest(t, {
      settings: { SVC_VIRUS_SCANNER: clamd.setting, ...settings },
    })
    return { clamd, app }
  }

  const submit = (app: RunningAppliance, files: Readonly<Record<string, Buffer>> = {}) =>
    call(`${app.url}/kyc/verify`, {
      key: app.liveKey,
      body: liveForm(
        { country: 'SN', id_type: 'national_id' },
        { front_image, selfie_image, ...files },
      ),
    })

  const verdicts = async ({ appliance }: RunningAppliance, id: unknown) =>
    (await listImages(appliance.db.reader, String(id))).map(({ scan }) => scan)

  const keptFiles = ({ dataDir }: RunningAppliance) =>
    readdirSync(join(dataDir, 'appliance'), { recursive: true }).filter((name) =>
      /images\/.*img_|staging\/./.test(String(name)),
    )

  for (const kind of ['tcp', 'unix'] as const) {
    test(`over ${kind}: a clean image is taken with its verdict, and one with a virus is refused`, async (t) => {
      const { clamd, app } = await running(t, kind)
      const taken = await submit(app)
      assert.equal(taken.status, 202, taken.text)
      const clean = { verdict: 'clean', at: app.clock.now() }
      assert.deepEqual(await verdicts(app, taken.data.id), [clean, clean])
      assert.deepEqual(
        clamd.scanned.toSorted((one, other) => one - other),
        [front_image.length, selfie_image.length].toSorted((one, other) => one - other),
      )
      const before = keptFiles(app)
      const refused = await submit(app, { selfie_image: infected(selfie_image) })
      assert.deepEqual([refused.status, refused.error.code], [400, 'invalid_image'])
      assert.equal(refused.error.param, 'selfie_image')
      assert.match(String(refused.error.message), /^selfie_image was refused by the virus scanner/)
      assert.doesNotMatch(refused.text, /Marker/)
      assert.deepEqual(keptFiles(app), before)
      const told = app.logLines.filter((line) => line.includes('"virus_found"'))
      assert.deepEqual(
        told.map((line) => JSON.parse(line).reason),
        ['Test.Marker-1___31m____'],
      )
      await app.appliance.refusals.flush()
      const page = { limit: 50, after: undefined }
      const entries = (await listAuditEntries(app.appliance.db.reader, {}, page)).filter(
        ({ action }) => action === 'api.virus_refused',
      )
      assert.equal(entries.length, 1)
      assert.deepEqual(
        [entries[0]?.details.reason, entries[0]?.details.count, entries[0]?.outcome],
        ['Test.Marker-1___31m____', 1, 'denied'],
      )
    })
  }

  const troubles: readonly [string, ClamdMode | 'gone'][] = [
    ['answers with an error', 'error'],
    ['breaks off', 'broken_off'],
    ['floods us', 'huge'],
    ['is gone', 'gone'],
  ]
  for (const [how, mode] of troubles) {
    test(`is refused with 503 where the scanner ${how}, and nothing of it is kept`, async (t) => {
      const { clamd, app } = await running(t, 'unix')
      if (mode === 'gone') await clamd.close()
      else clamd.mode = mode
      const answer = await submit(app)
      assert.deepEqual([answer.status, answer.error.code], [503, 'unavailable'])
      assert.equal(answer.headers.get('Retry-After'), '30')
      assert.deepEqual(keptFiles(app), [])
      await app.server.jobs.idle()
      assert.deepEqual(app.simulator.ledger(), [])
    })
  }

  test('is taken where the operator says so, and kept as not scanned', async (t) => {
    const { clamd, app } = await running(t, 'tcp', { SVC_VIRUS_SCANNER_DOWN: 'accept' })
    await clamd.close()
    const answer = await submit(app)
    assert.equal(answer.status, 202, answer.text)
    const down = { verdict: 'scanner_down', at: app.clock.now() }
    assert.deepEqual(await verdicts(app, answer.data.id), [down, down])
    const told = app.logLines.filter((line) => line.includes('"virus_scanner_failed"'))
    assert.deepEqual(
      told.map((line) => JSON.parse(line)).map(({ reason, outcome }) => [reason, outcome]),
      [
        ['unreachable', 'accept'],
        ['unreachable', 'accept'],
      ],
    )
  })

  test('reports its other faults first, and is not scanned in the sandbox', async (t) => {
    const { clamd, app } = await running(t, 'tcp')
    clamd.mode = 'broken_off'
    const faulty = await submit(app, {
      front_image: Buffer.from('no image at all'),
      selfie_image: Buffer.from('nor this'),
    })
    assert.deepEqual([faulty.status, faulty.error.code], [400, 'invalid_image'])
    const body = liveForm(
      {
        country: 'SN',
        id_type: 'national_id',
        full_name: 'AWA DIOP',
        date_of_birth: '1990-01-01',
        id_number: '1234567890123',
      },
      { front_image, selfie_image },
    )
    const inSandbox = await call(`${app.url}/kyc/verify`, { key: app.sandboxKey, body })
    assert.equal(inSandbox.status, 200, inSandbox.text)
    assert.equal(clamd.openMax, 0)
  })
})
