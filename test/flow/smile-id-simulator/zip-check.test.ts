import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { jpeg, notAImage, png } from './images.ts'
import { openWorld, statusAfter, submit } from './integrator.ts'
import {
  documentPackage,
  manifestEntry,
  type PackageEntry,
  packZip,
  withoutUtf8Mark,
} from './package-zip.ts'

const idInfo = { country: 'SN', id_type: 'IDENTITY_CARD' }
const selfie = { image_type_id: 0, image: '', file_name: 'selfie.jpg' }
const front = { image_type_id: 1, image: '', file_name: 'front.jpg' }
const back = { image_type_id: 5, image: '', file_name: 'back.jpg' }
const files = {
  selfie: { name: 'selfie.jpg', content: jpeg },
  front: { name: 'front.jpg', content: jpeg },
  back: { name: 'back.jpg', content: jpeg },
}

function announced(images: readonly unknown[], entries: readonly PackageEntry[]) {
  return packZip([manifestEntry({ id_info: idInfo, images }), ...entries])
}

function withManifest(manifest: object) {
  return packZip([manifestEntry({ ...manifest }), files.selfie, files.front])
}

const good = await packZip(documentPackage(idInfo))

function flipped(zip: Buffer, at: number): Buffer {
  const changed = Buffer.from(zip)
  changed.writeUInt8(zip.readUInt8(at) ^ 0xff, at)
  return changed
}

interface Failure {
  readonly code: string
  readonly text: string
}

const selfieUnusable = { code: '0001', text: 'Selfie image unusable' }
const frontUnusable = { code: '0001', text: 'ID Card image unusable' }
const corrupt = { code: '0903', text: 'Zip file is corrupt' }
const malformed = { code: '2203', text: 'info.json is badly structured' }

const faultyPackages = [
  ['that is no zip', corrupt, Buffer.from('PK')],
  ['that lost its end', corrupt, good.subarray(0, good.length - 30)],
  ['with a flipped bit in a picture', corrupt, flipped(good, good.indexOf(jpeg) + 100)],
  [
    'with too many entries',
    corrupt,
    await announced(
      [selfie, front],
      Array.from({ length: 70 }, (_, index) => ({ name: `${index}.jpg`, content: jpeg })),
    ),
  ],
  [
    'that names a picture twice',
    corrupt,
    await announced([selfie, front], [files.selfie, files.front, files.front]),
  ],
  ['without info.json', malformed, await packZip([files.selfie, files.front])],
  [
    'whose info.json is no JSON',
    malformed,
    await packZip([{ name: 'info.json', content: Buffer.from('{"images"') }, files.selfie]),
  ],
  ['without id_info', malformed, await withManifest({ images: [selfie, front] })],
  ['without a country', malformed, await withManifest({ id_info: {}, images: [selfie, front] })],
  ['without images', malformed, await withManifest({ id_info: idInfo })],
  [
    'with an unknown image type',
    malformed,
    await announced([selfie, { ...front, image_type_id: 9 }], [files.selfie, files.front]),
  ],
  ['without a selfie', selfieUnusable, await announced([front], [files.front])],
  ['without a front', frontUnusable, await announced([selfie], [files.selfie])],
  ['that lacks a file it names', frontUnusable, await announced([selfie, front], [files.selfie])],
  [
    'whose selfie is no picture',
    selfieUnusable,
    await announced([selfie, front], [{ name: 'selfie.jpg', content: notAImage }, files.front]),
  ],
  [
    'whose front is empty',
    frontUnusable,
    await announced([selfie, front], [files.selfie, { name: 'front.jpg', content: Buffer.of() }]),
  ],
  [
    'whose back is no picture',
    frontUnusable,
    await announced(
      [selfie, front, back],
      [files.selfie, files.front, { name: 'back.jpg', content: notAImage }],
    ),
  ],
  [
    'whose base64 selfie is no picture',
    selfieUnusable,
    await announced(
      [{ image_type_id: 2, image: notAImage.toString('base64'), file_name: '' }, front],
      [files.front],
    ),
  ],
  [
    'whose base64 selfie is a data URI',
    selfieUnusable,
    await announced(
      [{ image_type_id: 2, image: `data:image/jpeg;base64,${jpeg.toString('base64')}` }, front],
      [files.front],
    ),
  ],
] as const

async function assertFails(t: TestContext, zip: Buffer, expected: Failure): Promise<void> {
  const world = await openWorld(t)
  await submit(world, { jobId: 'kyc-1', zip })
  const status = await statusAfter(world, { jobId: 'kyc-1' }, 2_000)
  assert.deepEqual([status.isComplete, status.isSuccess], [true, false])
  assert.deepEqual({ code: status.result.ResultCode, text: status.result.ResultText }, expected)
  assert.deepEqual(status.result.Actions, {})
  const [entry] = world.simulator.ledger()
  assert.deepEqual([entry?.uploads, entry?.paid], [1, 0])
}

describe('A package', () => {
  for (const [what, expected, zip] of faultyPackages) {
    test(`${what} is taken, and fails with ${expected.code} in the result`, (t) =>
      assertFails(t, zip, expected))
  }

  // Packing it takes a second.
  test('that would inflate beyond all bounds is taken, and fails with 0903 in the result (long)', async (t) => {
    const bomb = { name: 'bomb', content: Buffer.alloc(33 * 1024 * 1024) }
    await assertFails(t, await packZip([...documentPackage(idInfo), bomb], 'deflated'), corrupt)
  })

  const goodPackages = [
    ['with PNG pictures', [selfie, front], pngFiles()],
    ['with the front before the selfie', [front, selfie], [files.front, files.selfie]],
    [
      'with liveness frames',
      [selfie, front, { image_type_id: 4, file_name: 'live.jpg' }],
      [files.selfie, files.front, { name: 'live.jpg', content: jpeg }],
    ],
    [
      'with entries that nothing refers to, even of one name',
      [selfie, front],
      [
        files.selfie,
        files.front,
        { name: 'base64imgString', content: Buffer.from('a') },
        { name: 'base64imgString', content: Buffer.from('b') },
        { name: 'security_info.json', content: Buffer.from('{}') },
      ],
    ],
    [
      'whose back is announced but dropped, as the JavaScript library does',
      [selfie, front, { image_type_id: 5, image: '/pictures/back.jpg', file_name: '' }],
      [files.selfie, files.front],
    ],
    [
      'whose image types are texts',
      [
        { ...selfie, image_type_id: '0' },
        { ...front, image_type_id: '1' },
      ],
      [files.selfie, files.front],
    ],
  ] as const
  for (const [what, images, entries] of goodPackages) {
    test(`${what} is approved`, async (t) => {
      const world = await openWorld(t)
      await submit(world, { jobId: 'kyc-1', zip: await announced(images, entries) })
      const status = await statusAfter(world, { jobId: 'kyc-1' }, 2_000)
      assert.equal(status.result.ResultCode, '0810')
      assert.equal(world.simulator.ledger()[0]?.paid, 1)
    })
  }

  for (const [what, mark] of [
    ['says that it is UTF-8', (zip: Buffer) => zip],
    ['does not say so, as the Ruby library', withoutUtf8Mark],
  ] as const) {
    test(`whose names are UTF-8 is approved when it ${what}`, async (t) => {
      const world = await openWorld(t)
      const name = 'pièce d’identité.jpg'
      const images = [selfie, { ...front, file_name: name }]
      const zip = mark(await announced(images, [files.selfie, { name, content: jpeg }]))
      await submit(world, { jobId: 'kyc-1', zip })
      const status = await statusAfter(world, { jobId: 'kyc-1' }, 2_000)
      assert.equal(status.result.ResultCode, '0810')
    })
  }
})

function pngFiles(): readonly PackageEntry[] {
  return [files.selfie, files.front].map(({ name }) => ({ name, content: png }))
}

describe('The images a job needs', () => {
  test('do not include a selfie when the enrolled one is used', async (t) => {
    const world = await openWorld(t)
    await submit(world, { jobId: 'kyc-1', userId: 'user-1' })
    world.clock.advance(2_000)
    const job = { jobId: 'kyc-2', userId: 'user-1' }
    await submit(world, {
      ...job,
      prep: { use_enrolled_image: true },
      zip: await announced([front], [files.front]),
    })
    const status = await statusAfter(world, job, 2_000)
    assert.equal(status.result.ResultCode, '0810')
  })

  test('are a selfie alone for a registration', async (t) => {
    const world = await openWorld(t)
    const prep = { partner_params: { user_id: 'user-1', job_id: 'kyc-1', job_type: 4 } }
    const job = { jobId: 'kyc-1', userId: 'user-1' }
    await submit(world, { ...job, prep, zip: await announced([selfie], [files.selfie]) })
    const status = await statusAfter(world, job, 2_000)
    assert.equal(status.result.ResultCode, '0840')
  })
})
