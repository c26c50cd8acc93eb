import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import yauzl from 'yauzl'
import type { ProviderImage, ProviderSubmission } from '../../../server/providers/provider.ts'
import {
  type PackageOptions,
  packUpload,
} from '../../../server/providers/smile-id/upload-package.ts'
import { nowMs } from './smile-answers.ts'

const images: readonly ProviderImage[] = [
  { role: 'back', jpeg: Buffer.alloc(300_000, 'back') },
  { role: 'front', jpeg: Buffer.alloc(200_000, 'front') },
  { role: 'selfie', jpeg: Buffer.alloc(100_000, 'selfie') },
]

const submission: ProviderSubmission = {
  job: { jobId: 'job-1', userId: 'user-1' },
  country: 'SN',
  idType: 'national_id',
  openImages: async () => images,
  beginUpload: async () => ({ id: 'out_1', startedAt: 0 }),
  claims: {
    idNumber: '1 990 2001',
    firstName: 'Awa',
    lastName: 'Testou',
    dateOfBirth: '1991-02-03',
  },
}

interface Entry {
  readonly name: string
  readonly content: Buffer
  readonly stored: boolean
  /** Bit 3: sizes only after the content, which some readers of stored entries cannot cope with. */
  readonly sizesInFront: boolean
}

async function unpack(zip: Buffer): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  const opened = await yauzl.fromBufferPromise(zip, { lazyEntries: true })
  for await (const entry of opened.eachEntry()) {
    const content = await buffer(await opened.openReadStreamPromise(entry))
    const stored = entry.compressionMethod === 0
    const sizesInFront = (entry.generalPurposeBitFlag & 8) === 0
    entries.push({ name: entry.fileName, content, stored, sizesInFront })
  }
  return entries
}

async function pack(
  changed: Partial<ProviderSubmission>,
  options: Partial<PackageOptions> = {},
): Promise<{ readonly entries: readonly Entry[]; readonly manifest: Record<string, unknown> }> {
  const zip = await packUpload(
    { ...submission, ...changed },
    { sendClaims: false, nowMs, ...options },
  )
  const bytes = await buffer(zip.stream)
  assert.equal(zip.bytes, bytes.length, 'the length told beforehand is the true one')
  const entries = await unpack(bytes)
  return { entries, manifest: JSON.parse(entries[0]?.content.toString() ?? '') }
}

describe('the package of a submission', () => {
  test('is flat and stored: info.json first, then selfie, front and back as they are', async () => {
    const { entries } = await pack({})
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['info.json', 'selfie.jpg', 'front.jpg', 'back.jpg'],
    )
    assert.ok(entries.every((entry) => entry.stored && entry.sizesInFront))
    const [, selfie, front, back] = entries
    assert.deepEqual(selfie?.content, Buffer.alloc(100_000, 'selfie'))
    assert.deepEqual(front?.content, Buffer.alloc(200_000, 'front'))
    assert.deepEqual(back?.content, Buffer.alloc(300_000, 'back'))
  })

  test('lists its images by the types that mean files, and has no personal data', async () => {
    const { manifest } = await pack({})
    assert.deepEqual(manifest, {
      package_information: { apiVersion: { buildNumber: 0, majorVersion: 2, minorVersion: 0 } },
      id_info: { country: 'SN', id_type: 'IDENTITY_CARD' },
      images: [
        { image_type_id: 0, image: '', file_name: 'selfie.jpg' },
        { image_type_id: 1, image: '', file_name: 'front.jpg' },
        { image_type_id: 5, image: '', file_name: 'back.jpg' },
      ],
    })
  })

  test('has no place for a back that was not sent', async () => {
    const { entries, manifest } = await pack({ openImages: async () => images.slice(1) })
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['info.json', 'selfie.jpg', 'front.jpg'],
    )
    assert.equal(Array.isArray(manifest.images) && manifest.images.length, 2)
  })

  for (const [idType, code] of [
    ['national_id', 'IDENTITY_CARD'],
    ['passport', 'PASSPORT'],
    ['voter_id', 'VOTER_ID'],
  ] as const) {
    test(`calls a ${idType} ${code}`, async () => {
      const { manifest } = await pack({ idType, country: 'MA' })
      assert.deepEqual(manifest.id_info, { country: 'MA', id_type: code })
    })
  }

  test('carries the claims if it is configured to, as far as there are any', async () => {
    const { manifest } = await pack({}, { sendClaims: true })
    const id_info = { country: 'SN', id_type: 'IDENTITY_CARD', id_number: '1 990 2001' }
    assert.deepEqual(manifest.id_info, {
      ...id_info,
      first_name: 'Awa',
      last_name: 'Testou',
      dob: '1991-02-03',
    })
    const few = await pack({ claims: { idNumber: '1 990 2001' } }, { sendClaims: true })
    assert.deepEqual(few.manifest.id_info, id_info)
  })
})
