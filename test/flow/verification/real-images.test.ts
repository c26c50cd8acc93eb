// Slow: sends photos of full size.
// SQLite only: about decoders, which know no database.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { call } from '../../support/api-client.ts'
import { drawPhonePhoto } from '../../support/images.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { liveForm, startAppliance } from '../../support/running-appliance.ts'
import { claimed, specimen } from '../../support/specimens.ts'

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
