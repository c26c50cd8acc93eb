// The clock of the machine jumps by a day, forward and back, between a link and its use, a request for approval and its
// decision, a lease and the next backup, and a request and its repeat under one Idempotency-Key.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { approvalEffects } from '../../../server/approval-effects.ts'
import { expireApprovals } from '../../../server/approvals/expire-approvals.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { takeLease } from '../../../server/backup/backup-lease-store.ts'
import { holdingLease } from '../../../server/backup/hold-lease.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { mendDueTimes } from '../../../server/mend-due-times.ts'
import { inviteUser } from '../../../server/users/manage-users.ts'
import { issueLinkFor } from '../../../server/users/passwords/resets.ts'
import { person } from '../../api/verifications/sandbox-client.ts'
import { call } from '../../support/api-client.ts'
import {
  addUser,
  type ConsoleClient,
  goodPassword,
  openConsole,
} from '../../support/console-client.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let app: RunningAppliance
before(async () => {
  app = await startAppliance({ settings: { SVC_KEY_APPROVAL: 'yes' } })
})
after(() => app.close())

/** Sets the clock forward, as a time service may: timers keep their delays. */
const setAhead = (ms: number) => app.clock.setBack(-ms)

let made = 0
async function someone(role: Parameters<typeof addUser>[1]): Promise<string> {
  made += 1
  return (await addUser(app.appliance, role, `person${made}@bank.example`)).id
}

async function signedIn(userId: string): Promise<ConsoleClient> {
  const users = app.appliance.db.reader.selectFrom('users').select('email')
  const { email } = await users.where('id', '=', userId).executeTakeFirstOrThrow()
  const client = openConsole(app.server)
  assert.equal((await client.signIn(email, goodPassword)).status, 200)
  return client
}

describe('links', () => {
  const statusOf = async (url: string) => {
    const json = { token: new URL(url).hash.slice(1), password: goodPassword }
    return (await openConsole(app.server).post('/links/accept', json)).status
  }
  const invite = async () => {
    made += 1
    const asked = { email: `new${made}@bank.example`, name: 'New', role: 'auditor' } as const
    return (await inviteUser(app.appliance, fromCommandLine, asked)).link.url
  }
  const reset = async () =>
    (await issueLinkFor(app.appliance, fromCommandLine, await someone('auditor'))).link.url

  for (const [name, make] of Object.entries({ invitation: invite, 'password reset': reset })) {
    test(`a link of a clock that was a day ahead ends with it: ${name}`, async () => {
      setAhead(dayMs)
      const url = await make()
      app.clock.setBack(dayMs)
      assert.equal(await statusOf(url), 404)
      assert.equal(await statusOf(await make()), 200)
    })

    test(`a link stays good when a clock is set back to before it by minutes: ${name}`, async () => {
      const url = await make()
      app.clock.setBack(4 * minuteMs)
      assert.equal(await statusOf(url), 200)
    })
  }

  test('a day ahead, a reset link is over and an invitation is not', async () => {
    const [invitation, password] = [await invite(), await reset()]
    setAhead(dayMs)
    assert.deepEqual([await statusOf(invitation), await statusOf(password)], [200, 404])
    app.clock.setBack(dayMs)
    assert.equal(await statusOf(password), 200, 'it was over only for that clock')
  })
})

describe('requests for approval', () => {
  const expire = () =>
    expireApprovals({ ...app.appliance, effects: approvalEffects(app.appliance) })

  async function askedFor() {
    const [asking, deciding] = [await someone('administrator'), await someone('administrator')]
    const fatou = await someone('reviewer')
    const asker = await signedIn(asking)
    const asked = await asker.post(`/users/${fatou}/reset-second-factor`)
    assert.equal(asked.status, 202, asked.text)
    const { id } = asked.data.approval as { readonly id: string }
    return { id, asking, deciding, fatou }
  }
  const decide = async (userId: string, id: string) =>
    (await (await signedIn(userId)).post(`/approvals/${id}/decide`, { decision: 'approve' })).status

  test('of a clock that was a day ahead can be decided, by another one alone, and lapse', async () => {
    setAhead(dayMs)
    const first = await askedFor()
    const second = await askedFor()
    app.clock.setBack(dayMs)
    assert.equal(await decide(first.asking, first.id), 403)
    assert.equal(await decide(first.deciding, first.id), 200)
    app.clock.advance(4 * dayMs)
    await expire()
    assert.equal(await decide(second.deciding, second.id), 409)
  })

  test('are neither lost nor decided by a clock that is set back by a day', async () => {
    const { id, asking, deciding } = await askedFor()
    app.clock.setBack(dayMs)
    await expire()
    assert.equal(await decide(asking, id), 403)
    assert.equal(await decide(deciding, id), 200)
  })

  test('both resets stay apart when the clock is set a day ahead, and back', async () => {
    const { id, asking, deciding, fatou } = await askedFor()
    assert.equal(await decide(deciding, id), 200)
    for (const jump of [() => setAhead(dayMs), () => app.clock.setBack(2 * dayMs)]) {
      jump()
      const asker = await signedIn(asking)
      assert.equal((await asker.post(`/users/${fatou}/link`)).status, 409)
    }
    setAhead(dayMs)
  })
})

test('a lease of backups that a clock gave a day ahead holds no backup up for a day', async () => {
  const { db, clock, log } = app.appliance
  await inTransaction(db, (trx) =>
    takeLease(trx, { holder: 'killed', until: clock.now() + dayMs }, clock.now()),
  )
  await assert.rejects(
    holdingLease({ db, clock, log }, async () => 1),
    /Another process/,
  )
  await mendDueTimes(app.appliance)
  assert.equal(await holdingLease({ db, clock, log }, async () => 1), 1)
})

test('a repeat under its Idempotency-Key gets the first answer after any jump that goes back', async () => {
  const key = await app.key('sandbox')
  const headers = { 'Idempotency-Key': 'jumping' }
  const submit = async () =>
    String((await call(`${app.url}/kyc/sandbox/verify`, { key, json: person, headers })).data.id)
  setAhead(dayMs)
  const first = await submit()
  app.clock.setBack(dayMs)
  assert.equal(await submit(), first)
  app.clock.setBack(dayMs)
  assert.equal(await submit(), first)
  // The key of a clock that was ahead is forgotten later than others, and then for good.
  app.clock.advance(4 * dayMs)
  const later = await submit()
  assert.notEqual(later, first)
  assert.equal(await submit(), later)
})
