// Not again on PostgreSQL: flow/verification/compare-faces.test.ts sends its statements there.
//
// What the console shows of the document's machine-readable zone, to whom, and that each look is on record.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { call } from '../../support/api-client.ts'
import { drawPassport, passportClaims } from '../../support/images/drawn-passport.ts'
import { specimen } from '../../support/images/specimens.ts'
import { openZoneReader } from '../../support/images/zone-reader.ts'
import { liveForm } from '../../support/running-appliance.ts'
import { startWork } from '../../support/scenes/work-scene.ts'

const reason = { reason: 'audit' }

test('a read zone is shown beside claims and provider, and cut out of its image', async (t) => {
  const today = () => new Date('2026-11-21T09:00:00Z')
  const mrzReader = openZoneReader(today)
  const settings = { SVC_DOCUMENT_READING: 'warn', SVC_PREFLIGHT: 'off' }
  const scene = await startWork(t, { settings, mrzReader })
  const images = { front_image: drawPassport(), selfie_image: specimen('selfie.jpg') }
  const body = liveForm({ ...passportClaims, id_number: 'A05482732' }, images)
  const { data } = await call(`${scene.url}/kyc/verify`, { key: scene.liveKey, body })
  const id = String(data.id)
  await scene.finish(id)
  const path = `/verifications/${id}`

  const plain = await scene.awa.get(path)
  assert.ok(!JSON.stringify(plain.data).includes('DIALLO'))
  const { zone } = (await scene.awa.post(`${path}/reveal`, reason)).data as {
    readonly zone: Readonly<Record<string, unknown>>
  }
  assert.deepEqual(zone, {
    verdict: 'valid',
    side: 'front',
    lines: [
      'P<SENDIALLO<<AWA<FATOU<<<<<<<<<<<<<<<<<<<<<<',
      'A054827318SEN9102033F33061491910203<<<<<<<20',
    ],
    format: 'TD3',
    issuing_state: 'SEN',
    expiry_date: '2033-06-14',
    fields: [
      { field: 'name', result: 'passed', zone: 'AWA FATOU DIALLO' },
      { field: 'date_of_birth', result: 'passed', zone: '1991-02-03' },
      { field: 'id_number', result: 'failed', zone: 'A05482731' },
    ],
  })
  const cut = (role: string) =>
    fetch(`${scene.server.url}/console/api${path}/pictures/${role}?size=zone&reason=audit`, {
      headers: { Cookie: scene.awa.cookie ?? '', 'Sec-Fetch-Site': 'same-origin' },
    })
  const { width, height } = await sharp(
    Buffer.from(await (await cut('front')).arrayBuffer()),
  ).metadata()
  assert.ok(width > 900 && width < 1_100 && height > 100 && height < 250, `${width} x ${height}`)
  assert.equal((await cut('selfie')).status, 400)
  const seen = await scene.audited(id)
  assert.ok(
    seen.some(([action, details]) => action === 'verification.images_viewed' && 'size' in details),
  )
})
