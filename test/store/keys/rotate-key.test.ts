import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { stateOf } from '../../../server/keys/key.ts'
import { findKey } from '../../../server/keys/key-view.ts'
import { revokeKey } from '../../../server/keys/revoke-key.ts'
import { rotateKey } from '../../../server/keys/rotate-key.ts'
import { newKey } from '../../support/api-key.ts'
import { openTestDatabase } from '../../support/database.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** A key of a day's age, and the means to rotate it. */
async function openKey(t: Parameters<typeof openTestDatabase>[0], livesDays?: number) {
  const database = await openTestDatabase(t)
  const { clock, db } = database
  const needs = { db, clock, keyring: testKeyring() }
  const createdAt = clock.now()
  const expiresAt = livesDays === undefined ? undefined : createdAt + livesDays * dayMs
  const asked = newKey({ expiresAt, scopes: ['kyc.read'], allowedCidrs: ['10.0.0.0/8'] })
  const { key: old, text: oldText } = await createKey(needs, fromCommandLine, asked)
  clock.advance(dayMs)
  const rotate = (graceMs: number, id = old.id) =>
    rotateKey(needs, fromCommandLine, { id, graceMs })
  const reread = () => findKey(db.reader, old.id)
  return { ...needs, database, old, oldText, createdAt, rotate, reread }
}

async function assertConflict(rotating: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(
    rotating,
    (error) =>
      error instanceof AppError && error.code === 'conflict' && message.test(error.message),
  )
}

describe('rotating a key', () => {
  test('makes a successor with the same rights and a text of its own', async (t) => {
    const { old, oldText, clock, rotate } = await openKey(t)
    const { key, text } = await rotate(dayMs)
    assert.notEqual(text, oldText)
    assert.deepEqual(key, {
      ...old,
      id: key.id,
      hint: key.hint,
      createdAt: clock.now(),
      rotatedFrom: old.id,
    })
  })

  test('lets the old one live for its grace, to the millisecond', async (t) => {
    const { clock, rotate, reread } = await openKey(t)
    await rotate(hourMs)
    const old = await reread()
    assert.ok(old)
    assert.equal(stateOf(old, clock.now() + hourMs - 1), 'active')
    assert.equal(stateOf(old, clock.now() + hourMs), 'expired')
  })

  test('without grace revokes the old one at once', async (t) => {
    const { clock, rotate, reread } = await openKey(t)
    await rotate(0)
    assert.equal((await reread())?.revokedAt, clock.now())
  })

  test('never lets the old one live past the end it had', async (t) => {
    const { createdAt, rotate, reread } = await openKey(t, 2)
    await rotate(30 * dayMs)
    assert.equal((await reread())?.expiresAt, createdAt + 2 * dayMs)
  })

  test('gives the successor the length of life that the old one was given', async (t) => {
    const { clock, rotate } = await openKey(t, 90)
    assert.equal((await rotate(hourMs)).key.expiresAt, clock.now() + 90 * dayMs)
  })

  test('gives a successor without end to a key without end', async (t) => {
    const { rotate } = await openKey(t)
    assert.equal((await rotate(hourMs)).key.expiresAt, undefined)
  })
})

describe('what cannot be rotated', () => {
  test('is a key that does not exist', async (t) => {
    const { rotate } = await openKey(t)
    await assert.rejects(
      rotate(0, 'key_none'),
      (error) => error instanceof AppError && error.code === 'not_found',
    )
  })

  test('is a key that was revoked, or has expired', async (t) => {
    const revoked = await openKey(t)
    await revokeKey(revoked, fromCommandLine, revoked.old.id)
    await assertConflict(revoked.rotate(0), /revoked/)
    const expired = await openKey(t, 1)
    await assertConflict(expired.rotate(0), /expired/)
  })

  test('is a key that was rotated already: its successor, which is named, goes on', async (t) => {
    const { clock, rotate } = await openKey(t)
    const first = await rotate(dayMs)
    clock.advance(hourMs)
    await assertConflict(rotate(dayMs), new RegExp(first.key.id))
    const second = await rotate(dayMs, first.key.id)
    assert.equal(second.key.rotatedFrom, first.key.id)
    assert.equal(second.key.expiresAt, undefined)
  })

  test('is a key whose successor cannot be written: then nothing changes', async (t) => {
    const { db, clock, keyring, old, reread } = await openKey(t)
    const rotating = rotateKey(
      { db, clock, keyring },
      fromCommandLine,
      { id: old.id, graceMs: 0 },
      { inSameTransaction: () => Promise.reject(new Error('no space')) },
    )
    await assert.rejects(rotating, /no space/)
    assert.deepEqual(await reread(), old)
  })

  test('twice at once: one rotation wins', async (t) => {
    const { rotate } = await openKey(t)
    const outcomes = await Promise.allSettled([rotate(dayMs), rotate(dayMs), rotate(dayMs)])
    const made = outcomes.filter(({ status }) => status === 'fulfilled')
    assert.equal(made.length, 1)
  })
})
