// Judges the appliance after the trial: nothing acknowledged is lost, nothing is paid or counted twice, the audit log
// is whole, every row fits its neighbours, and what was erased is nowhere.

import { readFileSync } from 'node:fs'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { verifyEncryption } from '../../../server/operations/encryption-keys/verify-encryption.ts'
import { recountUsage } from '../../../server/usage/recount-usage.ts'
import { keptFiles } from '../../../test/support/kept-files.ts'
import type { Crowd } from './crowd.ts'

/** Returns one line for each thing that is wrong. */
export async function judge(crowd: Crowd): Promise<readonly string[]> {
  const { appliance, logLines } = crowd.work
  const audit = await verifyAudit(appliance)
  const encryption = await verifyEncryption(appliance, { sample: undefined })
  const differences = await recountUsage(appliance, { from: 0 })
  return [
    ...crowd.wrong,
    ...(await judgeVerifications(crowd)),
    ...(await judgeReviews(crowd)),
    ...(await judgeErasures(crowd)),
    ...(await judgeFiles(crowd)),
    ...(audit.isIntact ? [] : [`audit: ${JSON.stringify([...audit.faults, ...audit.rowFaults])}`]),
    ...(encryption.faults.length === 0 ? [] : [`sealed: ${JSON.stringify(encryption.faults)}`]),
    ...(differences === 0 ? [] : [`${differences} usage counters differ from the events`]),
    ...logLines.filter((line) => line.includes('"level":"error"')),
  ]
}

async function judgeVerifications({ work, submitted, arrivals }: Crowd): Promise<string[]> {
  const { reader } = work.appliance.db
  const rows = await reader.selectFrom('verifications').select(['id', 'status']).execute()
  const known = new Map(rows.map(({ id, status }) => [id, status]))
  const usage = await reader
    .selectFrom('usage_events')
    .select(['type', 'verification_id'])
    .execute()
  const verified = usage.filter(({ type }) => type === 'kyc.verify')
  const metered = Map.groupBy(verified, (row) => row.verification_id)
  const events = await reader.selectFrom('events').select(['type', 'subject_id']).execute()
  const told = Map.groupBy(events, ({ type, subject_id: id }) => `${type} of ${id}`)
  const jobs = await reader.selectFrom('jobs').select(['subject_id', 'finished_at']).execute()
  const paid = work.simulator.ledger().filter(({ paid: times }) => times > 1)
  return [
    ...submitted.filter(({ id }) => !known.has(id)).map(({ id }) => `${id} is lost`),
    ...[...arrivals].filter((id) => !known.has(id)).map((id) => `${id} was told of and is lost`),
    ...rows.filter(({ status }) => status === 'pending').map(({ id }) => `${id} is pending`),
    // An error before the provider's answer is not metered.
    ...rows
      .filter(({ id, status }) => {
        const times = metered.get(id)?.length ?? 0
        return times > 1 || (times === 0 && status !== 'error')
      })
      .map(
        ({ id, status }) => `${id} (${status}) is metered ${metered.get(id)?.length ?? 0} times`,
      ),
    ...[...told].filter(([, all]) => all.length > 1).map(([what]) => `${what} was told twice`),
    ...jobs
      .filter(({ finished_at: at }) => at === null)
      .map(({ subject_id: id }) => `the job of ${id} has not ended`),
    ...paid.map(({ jobId, paid: times }) => `${jobId} was paid ${times} times`),
  ]
}

async function judgeReviews({ work }: Crowd): Promise<string[]> {
  const { reader } = work.appliance.db
  const reviews = await reader.selectFrom('reviews').selectAll().execute()
  const entries = await reader
    .selectFrom('review_entries')
    .select(['review_id', 'number'])
    .execute()
  const numbers = Map.groupBy(entries, (row) => row.review_id)
  const waiting = await reader.selectFrom('waiting_causes').select('review_id').execute()
  const closed = new Set(reviews.filter(({ state }) => state === 'closed').map(({ id }) => id))
  return [
    ...reviews
      .filter(({ state, proposal_id: proposal }) => (state === 'proposed') !== (proposal !== null))
      .map(({ id, state }) => `${id} is ${state}, unlike its proposal`),
    ...reviews
      .filter(({ decided_by: by, approved_by: second }) => by !== null && by === second)
      .map(({ id }) => `${id} was approved by who decided it`),
    ...[...numbers]
      .filter(([, all]) => new Set(all.map((row) => row.number)).size !== all.length)
      .map(([id]) => `${id} has two entries of one number`),
    ...waiting
      .filter((row) => closed.has(row.review_id))
      .map((row) => `${row.review_id} is closed and waits`),
  ]
}

async function judgeErasures({ work }: Crowd): Promise<string[]> {
  const { appliance } = work
  const { reader } = appliance.db
  const erasures = await reader.selectFrom('erasures').select('verification_id').execute()
  const erased = new Set(erasures.map((row) => row.verification_id))
  const holds = await reader.selectFrom('legal_holds').selectAll().execute()
  const keys = await reader.selectFrom('data_keys').select('subject_id').execute()
  const images = await reader.selectFrom('images').select('verification_id').execute()
  const events = await reader.selectFrom('events').select(['subject_id', 'body']).execute()
  const left = [
    ...keys.map((row) => ['a data key', row.subject_id]),
    ...images.map((row) => ['an image', row.verification_id]),
    ...events.filter(({ body }) => body !== null).map((row) => ['an event', row.subject_id]),
    ...holds
      .filter(({ released_at: at }) => at === null)
      .map((row) => ['a hold', row.verification_id]),
  ]
  const responses = await appliance.forgetResponses(erased)
  return [
    ...left
      .filter(([, id]) => erased.has(String(id)))
      .map(([what, id]) => `${id} is erased and has ${what}`),
    ...(responses === 0 ? [] : [`${responses} responses name erased verifications`]),
  ]
}

/** Names are encrypted wherever they are stored; each image has a row. */
async function judgeFiles({ work, submitted }: Crowd): Promise<string[]> {
  const { dataDir } = work.appliance.config
  const rows = await work.appliance.db.reader.selectFrom('images').select('file').execute()
  const files = keptFiles(dataDir)
  const images = files.filter((path) => path.startsWith(`${dataDir}/images/`))
  const orphans = images.filter((path) => !rows.some(({ file }) => path.endsWith(file)))
  const missing = rows.filter(({ file }) => !images.some((path) => path.endsWith(file)))
  const texts = [
    ...files.map((path) => [path, readFileSync(path)] as const),
    ['the log', Buffer.from(work.logLines.join('\n'))] as const,
  ]
  return [
    ...orphans.map((path) => `${path} has no row`),
    ...missing.map(({ file }) => `${file} is missing`),
    ...texts
      .filter(([, bytes]) => submitted.some(({ name }) => bytes.includes(name)))
      .map(([place]) => `${place} has a name`),
  ]
}
