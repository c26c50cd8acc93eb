// Each of Smile ID's libraries writes the protocol with an accent of its own (reference 1.3, 2, 3); the
// JavaScript one speaks for itself in official-client.test.ts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jpeg } from './images.ts'
import { openWorld, prepUpload, putZip, signedAt, statusAfter, uploadUrlOf } from './integrator.ts'
import { manifestEntry, packZip } from './package-zip.ts'

const job = { jobId: 'kyc-1', userId: 'user-1' }
const partnerParams = { user_id: 'user-1', job_id: 'kyc-1', job_type: 6 }
const idInfo = { country: 'SN', id_type: 'IDENTITY_CARD', entered: 'false' }
const packageInformation = (language: string) => ({
  apiVersion: { buildNumber: 0, majorVersion: 2, minorVersion: 0 },
  language,
})
const selfieFile = { image_type_id: 0, image: '', file_name: 'selfie.jpg' }
const frontFile = { image_type_id: 1, image: '', file_name: 'front.jpg' }
const images = [
  { name: 'selfie.jpg', content: jpeg },
  { name: 'front.jpg', content: jpeg },
]

test('The Python dialect is understood: deflated, microseconds, an extra entry per base64 image', async (t) => {
  const world = await openWorld(t)
  const signature = signedAt(world.clock, '2026-11-21T09:00:00.123456+00:00')
  const prepared = await prepUpload(world, job, {
    ...signature,
    source_sdk: 'Python',
    callback_url: '',
  })
  const url = uploadUrlOf(prepared)
  const base64 = jpeg.toString('base64')
  const manifest = manifestEntry({
    package_information: packageInformation('python'),
    misc_information: { ...signature, retry: 'false', partner_params: partnerParams },
    id_info: idInfo,
    images: [
      { image_type_id: 2, image: base64, file_name: '' },
      { image_type_id: 3, image: base64, file_name: '' },
      { image_type_id: 5, image: '', file_name: 'back.jpg' },
    ],
    server_information: url,
  })
  const extra = { name: 'base64imgString', content: Buffer.from(base64) }
  const back = { name: 'back.jpg', content: jpeg }
  const zip = await packZip([manifest, extra, extra, back], 'deflated')
  assert.equal((await putZip(url, zip)).status, 200)
  const status = await statusAfter(world, job, 2_000)
  assert.equal(status.result.ResultCode, '0810')
  assert.deepEqual(world.simulator.ledger()[0]?.images, ['selfie', 'front', 'back'])
})

test('The Android dialect is understood: streamed entries, a bare manifest, no file_name', async (t) => {
  const world = await openWorld(t)
  const prepared = await prepUpload(world, job, {
    file_name: undefined,
    model_parameters: undefined,
    source_sdk: 'android',
    allow_new_enroll: false,
    retry: false,
    metadata: [{ name: 'device_model', value: 'invented' }],
  })
  const url = uploadUrlOf(prepared)
  assert.match(new URL(url).pathname, /\/upload\.zip$/)
  const manifest = manifestEntry({
    id_info: { ...idInfo, entered: false },
    consent_information: { consented: { personal_details: true } },
    images: [
      { image_type_id: 0, file_name: 'selfie.jpg' },
      { image_type_id: 1, file_name: 'front.jpg' },
    ],
  })
  const zip = await packZip([manifest, ...images], 'streamed')
  assert.equal(zip.readUInt16LE(6) & 0x08, 0x08, 'the sizes stand in data descriptors')
  assert.equal((await putZip(url, zip)).status, 200)
  assert.equal((await statusAfter(world, job, 2_000)).result.ResultCode, '0810')
})

test('The Ruby dialect is understood: a timestamp with blanks and a numeric zone', async (t) => {
  const world = await openWorld(t)
  const signature = signedAt(world.clock, '2026-11-21 09:00:00 +0000')
  const url = uploadUrlOf(await prepUpload(world, job, { ...signature, source_sdk: 'Ruby' }))
  const manifest = manifestEntry({
    package_information: packageInformation('ruby'),
    misc_information: { ...signature, retry: 'false', partner_params: partnerParams },
    id_info: idInfo,
    images: [selfieFile, frontFile],
    server_information: { upload_url: url, code: '2202' },
  })
  assert.equal((await putZip(url, await packZip([manifest, ...images]))).status, 200)
  assert.equal((await statusAfter(world, job, 2_000)).result.ResultCode, '0810')
})

test('The PHP dialect is understood: model_parameters is an empty text', async (t) => {
  const world = await openWorld(t)
  const prepared = await prepUpload(world, job, { model_parameters: '', source_sdk: 'PHP' })
  const url = uploadUrlOf(prepared)
  const manifest = manifestEntry({
    package_information: packageInformation('php'),
    misc_information: { retry: 'false', partner_params: partnerParams, userData: {} },
    id_info: idInfo,
    images: [selfieFile, frontFile],
    server_information: prepared.body,
  })
  assert.equal((await putZip(url, await packZip([manifest, ...images], 'deflated'))).status, 200)
  assert.equal((await statusAfter(world, job, 2_000)).result.ResultCode, '0810')
})
