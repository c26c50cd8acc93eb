// A live submission while the folder of the images, which nodes share, is not mounted.

import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { specimen } from '../../support/images/specimens.ts'
import { onPostgres } from '../../support/postgres.ts'
import { liveForm, startForTest } from '../../support/running-appliance.ts'
import { tempFolder } from '../../support/temp-folder.ts'

describe('a shared folder of images', onPostgres, () => {
  test('that is away is answered with 503 and stores nothing; back again, submissions go on', async (t) => {
    const share = join(tempFolder(t), 'share')
    mkdirSync(share)
    writeFileSync(join(share, '.svc-images'), '')
    const app = await startForTest(t, {
      asDemo: false,
      isOnPostgres: true,
      // The database itself is the one of the test.
      settings: { SVC_DATABASE_URL: 'postgres://svc@127.0.0.1/svc', SVC_IMAGES_DIR: share },
    })
    const submit = () => {
      const image = specimen('senegal-id-front.jpg')
      const files = { front_image: image, selfie_image: specimen('selfie.jpg') }
      const body = liveForm({ country: 'SN', id_type: 'national_id' }, files)
      return call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
    }
    renameSync(share, `${share}.away`)
    mkdirSync(share)
    const refused = await submit()
    assert.equal(refused.status, 503)
    assert.deepEqual(readdirSync(share), [])

    renameSync(share, `${share}.empty`)
    renameSync(`${share}.away`, share)
    const accepted = await submit()
    assert.equal(accepted.status, 202)
    const { count } = await app.appliance.db.reader
      .selectFrom('verifications')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(count, 1)
    const days = readdirSync(share).filter((name) => !name.startsWith('.'))
    assert.equal(days.flatMap((day) => readdirSync(join(share, day))).length, 2)
  })
})
