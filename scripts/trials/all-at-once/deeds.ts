// What the actors of the trial do: each deed is a request or command that changes or reads something, chosen by the
// crowd's random numbers. Refusals are no failures, since others may have been faster.

import { join } from 'node:path'
import { fromCommandLine, fromSystem } from '../../../server/audit/audit.ts'
import { rotatablePurposes } from '../../../server/crypto/purpose-key.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { eraseVerification } from '../../../server/erasure/erase-verification.ts'
import { exportSubject } from '../../../server/erasure/export-subject.ts'
import { finishErasures } from '../../../server/erasure/finish-erasures.ts'
import { runRetention } from '../../../server/erasure/run-retention.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { rotateKeys } from '../../../server/operations/encryption-keys/rotate-keys.ts'
import { claimed, specimenForm } from '../../../test/support/images/specimens.ts'
import { type Crowd, reviewers, staffNames } from './crowd.ts'

type Deed = (crowd: Crowd) => Promise<unknown>

const outcomes = [
  { outcome: 'confirm', reasons: ['decision_correct'] },
  { outcome: 'dispute', reasons: ['spelling_variant'] },
]
const numbers = [
  'DEMO-DECLINED',
  'DEMO-MISMATCH',
  'DEMO-ERROR',
  'DEMO-PROVISIONAL',
  claimed.id_number,
]

const submissions: Readonly<Record<string, Deed>> = {
  async submitLive(crowd) {
    const name = crowd.nextName()
    const number = crowd.pick(numbers) ?? claimed.id_number
    const body = specimenForm({ ...claimed, id_number: number, last_name: name })
    const key = crowd.keys.live
    keep(crowd, name, await crowd.api('/kyc/verify', { key, body, headers: once(name) }))
  },
  async submitInSandbox(crowd) {
    const name = crowd.nextName()
    const sandbox_outcome = crowd.pick(['approved', 'face_mismatch', 'provider_unreachable'])
    const delay = crowd.random() < 0.3 ? { sandbox_delay_seconds: 5 } : {}
    const json = { ...claimed, last_name: name, sandbox_outcome, score_requested: true, ...delay }
    const asked = { key: crowd.keys.sandbox, json, headers: once(name) }
    keep(crowd, name, await crowd.api('/kyc/sandbox/verify', asked))
  },
  getScore: (crowd) =>
    crowd.api('/score/get', {
      key: crowd.keys.sandbox,
      json: { verificationId: anyId(crowd) },
      headers: once(crowd.nextName()),
    }),
}

const reviewing: Readonly<Record<string, Deed>> = {
  claimNext: (crowd) => crowd.console(reviewer(crowd), 'POST', '/reviews/next', {}),
  async decide(crowd) {
    const [id, name] = [await anyReview(crowd), reviewer(crowd)]
    await crowd.console(name, 'POST', `/reviews/${id}/claim`, {})
    const decide = (by = name) =>
      crowd.console(by, 'POST', `/reviews/${id}/decide`, crowd.pick(outcomes))
    await Promise.all([decide(), decide(reviewer(crowd))])
  },
  async answerProposal(crowd) {
    const proposed = await crowd.work.appliance.db.reader
      .selectFrom('reviews')
      .select(['id', 'proposal_id'])
      .where('state', '=', 'proposed')
      .execute()
    const { id, proposal_id } = crowd.pick(proposed) ?? {}
    const answer = (what: string, more = {}) =>
      crowd.console(reviewer(crowd), 'POST', `/reviews/${id}/${what}`, { proposal_id, ...more })
    const reason = 'outcome_wrong'
    await Promise.all([answer('approve'), answer('approve'), answer('reject', { reason })])
  },
  async note(crowd) {
    const path = `/reviews/${await anyReview(crowd)}/notes`
    await crowd.console(reviewer(crowd), 'POST', path, { text: 'Called the branch.' })
  },
  async release(crowd) {
    await crowd.console(reviewer(crowd), 'POST', `/reviews/${await anyReview(crowd)}/release`, {})
  },
  async assign(crowd) {
    const assignee = crowd.staff[reviewer(crowd)].id
    const json = { assignee, ids: [await anyReview(crowd)] }
    await crowd.console('lead', 'POST', '/reviews/assignments', json)
  },
  ask: (crowd) => crowd.console('lead', 'POST', `/verifications/${anyId(crowd)}/review`, {}),
  qualityCheck: (crowd) => crowd.console('lead2', 'POST', '/quality/checks/next', {}),
}

const erasing: Readonly<Record<string, Deed>> = {
  askForErasure: (crowd) =>
    crowd.console(reviewer(crowd), 'POST', `/verifications/${anyId(crowd)}/erasure/request`, {
      reason: 'subject_request',
    }),
  async decideErasure(crowd) {
    const id = crowd.pick(await idsOf(crowd, 'approvals'))
    const decide = (decision = 'approve') =>
      crowd.console(reviewer(crowd), 'POST', `/approvals/${id}/decide`, { decision })
    await Promise.all([decide(), decide(), decide('refuse')])
  },
  async eraseByCommand(crowd) {
    const { appliance } = crowd.work
    const order = { verificationId: anyId(crowd), reason: 'subject_request' } as const
    await unlessRefused(
      inTransaction(appliance.db, (trx) =>
        eraseVerification(appliance, trx, fromCommandLine, order),
      ),
    )
    await finishErasures(appliance)
  },
  hold: (crowd) =>
    crowd.console('lead', 'POST', `/verifications/${anyId(crowd)}/holds`, {
      reason: 'court_order',
      reference: 'TC-4',
    }),
  async releaseHold(crowd) {
    const id = crowd.pick(await idsOf(crowd, 'legal_holds'))
    await crowd.console('lead', 'POST', `/holds/${id}/release`, {})
  },
  runRetention: ({ work }) =>
    unlessRefused(runRetention(work.appliance, { by: fromSystem, isDryRun: false })),
}

const reading: Readonly<Record<string, Deed>> = {
  async read(crowd) {
    await crowd.api(`/kyc/verifications/${anyId(crowd)}`, { key: crowd.keys.sandbox })
    await crowd.console(reviewer(crowd), 'GET', `/verifications/${anyId(crowd)}`)
  },
  reveal: (crowd) =>
    crowd.console('lead', 'POST', `/verifications/${anyId(crowd)}/reveal`, { reason: 'audit' }),
  picture: (crowd) =>
    crowd.console('lead', 'GET', `/verifications/${anyId(crowd)}/pictures/front?size=preview`),
  export: (crowd) => crowd.console('lead', 'POST', '/verifications/export', {}),
  exportSubject: (crowd) =>
    unlessRefused(
      exportSubject(crowd.work.appliance, fromCommandLine, {
        verificationId: anyId(crowd),
        folder: join(crowd.work.dataDir, crowd.nextName()),
      }),
    ),
  recount: (crowd) => crowd.console('admin', 'POST', '/usage/recount', {}),
  verifyAudit: (crowd) => crowd.console('auditor', 'POST', '/audit/verify', {}),
}

const managing: Readonly<Record<string, Deed>> = {
  async makeAndRevokeKey(crowd) {
    const json = { name: 'child', scopes: ['kyc.read'] }
    const { data, status } = await crowd.api('/keys', { key: crowd.keys.sandbox, json })
    if (status >= 300) return
    await Promise.all([
      crowd.console('admin', 'DELETE', `/keys/${data.id}`),
      crowd.api('/kyc/verifications', { key: String(data.key) }),
    ])
  },
  rotateKey: (crowd) =>
    crowd.console('admin', 'POST', `/keys/${crowd.pick(crowd.spareKeys)}/rotate`, {}),
  rotateDataKey: ({ work, pick }) =>
    rotateKeys(work.appliance, fromCommandLine, [pick(rotatablePurposes) ?? 'wrapping']),
  async switchWebhook(crowd) {
    const path = `/webhooks/${crowd.pick(await idsOf(crowd, 'webhooks'))}`
    await crowd.console('admin', 'PATCH', path, { active: crowd.random() < 0.6 })
  },
  async rotateSecret(crowd) {
    const id = crowd.pick(await idsOf(crowd, 'webhooks'))
    await crowd.console('admin', 'POST', `/webhooks/${id}/rotate-secret`, {})
  },
  async changeReceiver(crowd) {
    crowd.answerWith(crowd.pick([204, 204, 500, 410]) ?? 204)
  },
  async disableUser(crowd) {
    const path = `/users/${crowd.staff.omar.id}`
    await crowd.console('admin', 'PATCH', path, { state: 'disabled' })
    await crowd.console('admin2', 'PATCH', path, { state: 'active' })
  },
  async signIn(crowd) {
    const name = crowd.pick(staffNames) ?? 'awa'
    await crowd.staff[name].signIn(`${name}@bank.example`)
  },
  // Less than an upload or a call may take: a longer jump would cut it off in the middle.
  passTime: async ({ work, random }) => work.clock.advance(Math.floor(random() * 15_000)),
  setClockBack: async ({ work, random }) => work.clock.setBack(Math.floor(random() * 120_000)),
}

/** Submitting, deciding and erasing come more often. */
export const deeds: readonly Deed[] = [
  ...[submissions, submissions, submissions, reviewing, reviewing, erasing, erasing],
  ...[reading, managing],
].flatMap((some) => Object.values(some))

function once(key: string): Readonly<Record<string, string>> {
  return { 'Idempotency-Key': key }
}

function keep({ submitted }: Crowd, name: string, answer: { status: number; data: object }): void {
  const { id } = answer.data as { readonly id?: string }
  if (answer.status < 300 && id !== undefined) submitted.push({ id, name })
}

function anyId({ pick, submitted }: Crowd): string {
  return pick(submitted)?.id ?? `ver_${'0'.repeat(26)}`
}

function reviewer({ pick }: Crowd) {
  return pick(reviewers) ?? 'awa'
}

async function anyReview({ work, pick }: Crowd): Promise<string> {
  const open = work.appliance.db.reader.selectFrom('reviews').where('state', '<>', 'closed')
  return pick(await open.select('id').execute())?.id ?? `rev_${'0'.repeat(26)}`
}

async function idsOf(
  { work }: Crowd,
  table: 'approvals' | 'legal_holds' | 'webhooks',
): Promise<readonly string[]> {
  const rows = await work.appliance.db.reader.selectFrom(table).select('id').execute()
  return rows.map(({ id }) => id)
}

async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}
