// Long: kills a server between submissions and decisions of staff.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type ChildServer,
  environmentOf,
  runCommand,
  startServer,
} from '../../scripts/bench/child-server.ts'
import { freePort } from '../../scripts/bench/free-port.ts'
import { openAppliance } from '../../server/appliance.ts'
import { loadConfig } from '../../server/config.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { call } from '../support/api-client.ts'
import { addUser, type ConsoleClient, openConsole } from '../support/console-client.ts'
import { claimed, specimenForm } from '../support/images/specimens.ts'
import { createKey, init } from './installed.ts'

const reviewers = ['awa', 'omar', 'fatou', 'idris', 'salma', 'yaya'].map(
  (name) => `${name}@bank.example`,
)
const approved = { outcome: 'approved', reasons: ['same_person', 'document_genuine'] }

/** A minute and more: reached only if something is broken. */
const looksMax = 1_200

interface Seen {
  readonly status: string
  readonly review: { readonly id: string; readonly state: string } | null
}

async function makePlace(folder: string): Promise<Readonly<Record<string, string>>> {
  const env = {
    ...environmentOf({ folder, port: await freePort() }),
    SVC_PROVIDER: 'local',
    SVC_REVIEW_FOUR_EYES: 'never',
    SVC_SECOND_FACTOR_REQUIRED: 'no',
  }
  await init(env)
  const config = loadConfig({ profile: 'appliance', env: { ...env, SVC_ALLOW_ROOT: 'yes' } })
  const appliance = await openAppliance(config, { log: silentLog })
  // A reviewer holds one review at a time.
  await Promise.all(reviewers.map((email) => addUser(appliance, 'reviewer', email)))
  await appliance.close()
  return env
}

function signedIn(server: ChildServer): Promise<readonly ConsoleClient[]> {
  return Promise.all(
    reviewers.map(async (email) => {
      const client = openConsole(server)
      const { status, text } = await client.signIn(email)
      assert.equal(status, 200, text)
      return client
    }),
  )
}

/** Waits until each verification is as asked; jobs run by the real clock here. */
async function untilEach(
  staff: ConsoleClient,
  ids: readonly string[],
  isAsAsked: (seen: Seen) => boolean,
): Promise<readonly Seen[]> {
  for (let look = 0; look < looksMax; look += 1) {
    const answers = await Promise.all(ids.map((id) => staff.get(`/verifications/${id}`)))
    const seen = answers.map(({ data }) => data as unknown as Seen)
    if (seen.every(isAsAsked)) return seen
    await wait(50)
  }
  return assert.fail('the verifications do not come to where they should')
}

async function decide(staff: ConsoleClient, id: string): Promise<number> {
  const { data } = await staff.get(`/verifications/${id}`)
  const review = (data as unknown as Seen).review?.id
  const { status: claimStatus } = await staff.post(`/reviews/${review}/claim`)
  if (claimStatus !== 200) return claimStatus
  return (await staff.post(`/reviews/${review}/decide`, approved)).status
}

/** Each by whoever began before: a review may be claimed since, and no decision of it committed. */
async function decidePending(staff: readonly ConsoleClient[], ids: readonly string[]) {
  for (const [number, one] of staff.entries()) {
    const id = ids[number] ?? ''
    const { data } = await one.get(`/verifications/${id}`)
    // A decision that was committed but not answered may be on its way to the verification still: 409.
    if (data.status === 'pending') assert.match(String(await decide(one, id)), /^(?:200|409)$/)
  }
}

test('killed before and during decisions, the server hands each verification over once and counts it once', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-staff-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const env = await makePlace(folder)
  const key = await createKey(env, 'live')

  const first = await startServer(env)
  const sent = reviewers.map(async (_, number) => {
    const body = specimenForm({ ...claimed, id_number: `199019910005${number}` })
    const { status, data, text } = await call(`${first.url}/v1/kyc/verify`, { key, body })
    assert.equal(status, 202, text)
    return String(data.id)
  })
  const ids = await Promise.all(sent)
  await first.kill('SIGKILL')

  const second = await startServer(env)
  t.after(() => second.kill('SIGKILL'))
  const staff = await signedIn(second)
  const [awa] = staff
  assert.ok(awa)
  await untilEach(awa, ids, ({ review }) => review?.state === 'open')
  // The server dies while decisions are on their way: some are acknowledged, some committed and some not begun.
  let killed: Promise<unknown> | undefined
  const acknowledged: string[] = []
  const half = ids.length / 2
  await Promise.all(
    staff.map(async (one, number) => {
      const id = ids[number] ?? ''
      const status = await decide(one, id).catch(() => undefined)
      if (status === 200) acknowledged.push(id)
      if (acknowledged.length === half) killed ??= second.kill('SIGKILL')
    }),
  )
  await killed

  const third = await startServer(env)
  t.after(() => third.kill('SIGKILL'))
  const staffAgain = await signedIn(third)
  const [again] = staffAgain
  assert.ok(again)
  const kept = await untilEach(again, acknowledged, ({ status }) => status === 'approved')
  assert.ok(kept.length >= half)
  await decidePending(staffAgain, ids)
  const ended = await untilEach(again, ids, ({ status }) => status === 'approved')
  assert.deepEqual(
    ended.map(({ review }) => review?.state),
    ids.map(() => 'closed'),
  )
  for (const id of ids) {
    const { items } = (await call(`${third.url}/v1/usage?verification_id=${id}`, { key })).data
    assert.equal((items as readonly unknown[]).length, 1, id)
  }
  await third.kill('SIGTERM')
  await runCommand(env, ['audit', 'verify'])
  const config = loadConfig({ profile: 'appliance', env: { ...env, SVC_ALLOW_ROOT: 'yes' } })
  const appliance = await openAppliance(config, { log: silentLog })
  t.after(() => appliance.close())
  const handedOver = await appliance.db.reader
    .selectFrom('audit_entries')
    .select('subject_id')
    .where('action', '=', 'verification.handed_to_staff')
    .execute()
  assert.deepEqual(handedOver.map((row) => row.subject_id).toSorted(), ids.toSorted())
})
