// Long: seven actors do everything that staff, clients and commands do, at once, for months of the clock.
//
// Other seeds: node scripts/trials/all-at-once/run-trial.ts SEED [postgres]

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTrial } from '../../../scripts/trials/all-at-once/run-trial.ts'
import { notAgain, onPostgres } from '../../support/postgres.ts'

async function assertSound(options: Parameters<typeof runTrial>[0]): Promise<void> {
  const { submitted, erased, closedReviews, wrong } = await runTrial(options)
  assert.deepEqual(wrong, [])
  assert.ok(submitted > 0 && erased > 0 && closedReviews > 0)
}

describe('all operations at once lose, double and leave behind nothing', () => {
  test('on SQLite, where two users decide', notAgain, () => assertSound({ seed: 2 }))

  test('on PostgreSQL, where one decides', onPostgres, () =>
    assertSound({ seed: 1, isOnPostgres: true }),
  )
})
