import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createGathering } from '../../../server/db/sqlite/gather-works.ts'
import type { WorkKind } from '../../../server/db/transaction.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const longest = 2
/** Commits of this duration are worth the longest wait. */
const slowCommitMs = 5

function worksOf(works: number, kind: WorkKind = 'grouped') {
  return Array.from({ length: works }, () => ({ kind }))
}

/** A gathering on a disk whose syncs take so long. */
function gatheringOn(commitMs: number) {
  const clock = new ManualClock()
  const gathering = createGathering(clock)
  for (let commits = 0; commits < 100; commits += 1) gathering.measureCommit(commitMs)
  return { clock, gathering }
}

/** A gathering on a slow disk, whose last commits held so many works each. */
function gatheringAfter(...commits: readonly number[]) {
  const on = gatheringOn(slowCommitMs)
  for (const works of commits) on.gathering.afterCommit(worksOf(works))
  return on
}

/** Whether the wait for these works is over once all callbacks have run. */
async function isOver(wait: Promise<void> | undefined): Promise<boolean> {
  let over = false
  void wait?.then(() => {
    over = true
  })
  await new Promise(setImmediate)
  return over
}

describe('works of a crowd', () => {
  test('wait until as many have come as shared the last commit', async () => {
    const { gathering } = gatheringAfter(3)
    const wait = gathering.gather(worksOf(1))
    gathering.afterAdding(worksOf(2))
    assert.equal(await isOver(wait), false)
    gathering.afterAdding(worksOf(3))
    assert.equal(await isOver(wait), true)
  })

  test('wait no longer than two milliseconds', async () => {
    const { gathering, clock } = gatheringAfter(3)
    const wait = gathering.gather(worksOf(1))
    clock.advance(longest - 1)
    assert.equal(await isOver(wait), false)
    clock.advance(1)
    assert.equal(await isOver(wait), true)
  })

  test('wait half as long as commits take, and not at all where that is under a millisecond', async () => {
    const some = gatheringOn(3.9)
    some.gathering.afterCommit(worksOf(3))
    const wait = some.gathering.gather(worksOf(1))
    some.clock.advance(1)
    assert.equal(await isOver(wait), true)
    const quick = gatheringOn(1.9)
    quick.gathering.afterCommit(worksOf(3))
    assert.equal(quick.gathering.gather(worksOf(1)), undefined)
  })

  test('do not wait for more than the last commit held', () => {
    assert.equal(gatheringAfter(3).gathering.gather(worksOf(3)), undefined)
  })

  test('are forgotten as commits become smaller, so that the next one waits for fewer', () => {
    const { gathering } = gatheringAfter(4, 1)
    assert.notEqual(gathering.gather(worksOf(1)), undefined)
    assert.equal(gatheringAfter(4, 1).gathering.gather(worksOf(2)), undefined)
    assert.equal(gatheringAfter(4, 1, 1).gathering.gather(worksOf(1)), undefined)
  })

  test('are forgotten after a pause', () => {
    const { gathering, clock } = gatheringAfter(64)
    clock.advance(21)
    assert.equal(gathering.gather(worksOf(1)), undefined)
  })

  test('do not keep a work of another kind waiting, whether it came first or later', async () => {
    const { gathering } = gatheringAfter(3)
    assert.equal(gathering.gather(worksOf(1, 'plain')), undefined)
    const wait = gathering.gather(worksOf(1))
    gathering.afterAdding([...worksOf(1), ...worksOf(1, 'shared')])
    assert.equal(await isOver(wait), true)
  })
})

describe('a work that comes alone', () => {
  test('never waits, however soon it follows the one before', () => {
    const { gathering } = gatheringAfter()
    for (let works = 0; works < 3; works += 1) {
      assert.equal(gathering.gather(worksOf(1)), undefined)
      gathering.afterCommit(worksOf(1))
    }
  })

  test('does not wait because works of other kinds shared commits', () => {
    const { gathering } = gatheringAfter()
    gathering.afterCommit(worksOf(3, 'plain'))
    gathering.afterCommit([...worksOf(1), ...worksOf(3, 'repeatable')])
    assert.equal(gathering.gather(worksOf(1)), undefined)
  })
})
