import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { openDataKey } from '../../../server/data-keys/open-data-key.ts'
import { notScanned } from '../../../server/images/scan.ts'
import { imageBinding } from '../../../server/images/storage/image-binding.ts'
import { imageFiles } from '../../../server/images/storage/image-files.ts'
import { listImages } from '../../../server/images/storage/image-store.ts'
import { decryptClaims } from '../../../server/verifications/erasure/encrypted-columns.ts'
import { findProviderJob } from '../../../server/verifications/provider-job/provider-job-store.ts'
import { readVerification } from '../../../server/verifications/read-verification.ts'
import type { SandboxOutcome } from '../../../server/verifications/sandbox/sandbox-outcome.ts'
import type { Submission } from '../../../server/verifications/submission/submission.ts'
import { submitLiveVerification } from '../../../server/verifications/submission/submit-live-verification.ts'
import {
  type OnSubmitted,
  submitSandboxVerification,
} from '../../../server/verifications/submission/submit-sandbox-verification.ts'
import { findEncryptedColumns } from '../../../server/verifications/verification-store.ts'
import { bytesOnDisk, openTestDatabase } from '../../support/database.ts'
import { readJob } from '../../support/jobs.ts'
import { readNotes } from '../../support/notes.ts'
import { onSqlite } from '../../support/postgres.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const claims = {
  idNumber: 'PLANTED-77123',
  firstName: 'Plantedfirst',
  lastName: 'Plantedlast',
  dateOfBirth: '1987-06-05',
}
const nothing: OnSubmitted = async () => {}
const broken: OnSubmitted = () => Promise.reject(new Error('no space'))

function submission(more: Partial<Submission> = {}): Submission {
  return {
    country: 'SN',
    idType: 'passport',
    externalRef: 'ref-42',
    scoreRequested: false,
    claims,
    sandboxOutcome: 'approved',
    sandboxDelaySeconds: 0,
    ...more,
  }
}

async function openNeeds(t: TestContext) {
  const database = await openTestDatabase(t)
  const keyring = testKeyring()
  const files = imageFiles(database.folder, 'node_1')
  const woken: string[] = []
  const wakeJobs = () => woken.push('woken')
  const wakes = { wakeJobs, wakeDeliveries: () => {} }
  const provider = { name: 'smile-id' }
  const needs = {
    ...database,
    keyring,
    files,
    provider,
    config: { search: { names: false }, reviews: { seenBefore: true } },
    ...wakes,
    enterReviewQueue: async () => {},
  }
  return { database, needs, woken }
}

/** Front and selfie in staging, as an upload leaves them, and what is needed to submit them. */
async function liveSubmission({ needs }: Awaited<ReturnType<typeof openNeeds>>) {
  const dataKey = needs.keyring.createDataKey()
  const facts = { format: 'jpeg', width: 1500, height: 1000, orientation: 1 } as const
  const images = (['front', 'selfie'] as const).map(async (role) => {
    const sink = needs.files.openSink(dataKey, imageBinding(role))
    await sink.write(Buffer.from(`the ${role}`))
    return {
      role,
      staged: await sink.finish(),
      sha256: 'ab',
      facts,
      findings: [],
      scan: notScanned,
    }
  })
  return {
    dataKey,
    submission: submission(),
    images: await Promise.all(images),
    areDecoded: true,
    apiKeyId: 'key_1',
  }
}

function assertNothingPlanted(file: string): void {
  const bytes = bytesOnDisk(file)
  assert.ok(bytes.includes('ref-42'), 'what is not sealed is found this way')
  for (const value of Object.values(claims)) assert.ok(!bytes.includes(value), value)
}

describe('a live submission', () => {
  test('is one commit of everything that must happen: row, key, images, names, job', async (t) => {
    const opened = await openNeeds(t)
    const { needs, database, woken } = opened
    const asked = await liveSubmission(opened)
    const seen: string[] = []
    const pending = await submitLiveVerification(needs, asked, async (_trx, { id }) => {
      seen.push(id)
      assert.deepEqual(woken, [], 'nobody is told before it is on disk')
    })
    const { id } = pending
    assert.deepEqual([pending.status, seen], ['pending', [id]])
    assert.deepEqual(woken, ['woken'])
    assert.equal(readJob(database, id).payload, JSON.stringify({ verificationId: id }))
    const names = await findProviderJob(needs.db.reader, id)
    assert.match(names?.jobId ?? '', /^job-[0-9a-z]{26}$/)
    assert.match(names?.userId ?? '', /^user-[0-9a-z]{26}$/)

    const key = await openDataKey(needs, needs.db.reader, id)
    const encrypted = await findEncryptedColumns(needs.db.reader, id)
    assert.ok(key && encrypted)
    assert.deepEqual(decryptClaims(key, id, encrypted.claims), claims)
    for (const { file, role } of await listImages(needs.db.reader, id)) {
      const image = await needs.files.read(file, key, imageBinding(role))
      assert.equal(image.toString(), `the ${role}`)
    }
  })

  test('leaves no byte of personal data in the database', onSqlite, async (t) => {
    const opened = await openNeeds(t)
    await submitLiveVerification(opened.needs, await liveSubmission(opened), nothing)
    assertNothingPlanted(opened.database.file)
  })

  test('that cannot be written leaves neither rows nor images, and starts no job', async (t) => {
    const opened = await openNeeds(t)
    const { needs, database, woken } = opened
    const asked = await liveSubmission(opened)
    await assert.rejects(submitLiveVerification(needs, asked, broken), /no space/)
    const rows = database.db.raw.prepare('select count(*) from verifications').pluck().get()
    assert.equal(rows, 0)
    assert.deepEqual(readNotes(database.db), [], 'no data key')
    const jobs = database.db.raw.prepare('select count(*) from jobs').pluck().get()
    assert.equal(jobs, 0)
    assert.deepEqual(woken, [])
    const left: string[] = []
    for await (const some of needs.files.list()) left.push(...some)
    assert.deepEqual(left, [])
    assert.ok(asked.images.every(({ staged }) => !existsSync(staged.path)))
  })
})

describe('a sandbox submission', () => {
  async function submit(t: TestContext, more: Partial<Submission> = {}) {
    const { needs, database } = await openNeeds(t)
    const asked = { submission: submission(more), apiKeyId: 'key_1' }
    const verification = await submitSandboxVerification(needs, asked, nothing)
    const read = await readVerification(needs, verification.id, 'sandbox')
    return { verification, read, database }
  }

  const outcomes: readonly (readonly [SandboxOutcome, string, readonly string[]])[] = [
    ['approved', 'approved', []],
    ['declined', 'declined', ['sandbox_outcome']],
    ['error', 'error', ['sandbox_outcome']],
    ['scoring_unavailable', 'approved', []],
  ]
  for (const [sandboxOutcome, status, reasons] of outcomes) {
    test(`that asks for ${sandboxOutcome} is ${status} at once, and kept`, async (t) => {
      const { verification, read } = await submit(t, { sandboxOutcome })
      assert.deepEqual([verification.status, verification.reasons], [status, reasons])
      assert.equal(verification.completedAt, verification.createdAt)
      assert.deepEqual(read?.verification, verification)
    })
  }

  test('is answered the same way every time, save for the id', async (t) => {
    const [one, two] = [await submit(t), await submit(t)]
    assert.deepEqual(one.read?.providerAnswer, two.read?.providerAnswer)
    assert.deepEqual({ ...one.verification, id: '' }, { ...two.verification, id: '' })
    const other = await submit(t, { claims: { ...claims, idNumber: 'OTHER' } })
    assert.notDeepEqual(other.read?.providerAnswer, one.read?.providerAnswer)
  })

  test('leaves no byte of personal data in the database', onSqlite, async (t) => {
    assertNothingPlanted((await submit(t)).database.file)
  })

  test("whose key was destroyed is still there, without the provider's answer", async (t) => {
    const { needs, database } = await openNeeds(t)
    const asked = { submission: submission(), apiKeyId: 'key_1' }
    const verification = await submitSandboxVerification(needs, asked, nothing)
    database.db.raw.exec('delete from data_keys')
    assert.deepEqual(await readVerification(needs, verification.id), {
      verification,
      review: undefined,
      providerAnswer: undefined,
      zone: undefined,
    })
  })
})
