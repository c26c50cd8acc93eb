import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tidyUp } from '../../../server/tidy-up.ts'
import { isPostgresLane } from '../../support/postgres.ts'
import { startAppliance } from '../../support/running-appliance.ts'

/** What the work after a start logs as errors if its next query finds the database closed. */
async function errorsWhereClosed(isStopping: boolean): Promise<readonly string[]> {
  const { appliance, logLines, close } = await startAppliance()
  await close()
  await tidyUp(appliance, {
    startedAt: 0,
    isAfterCrash: true,
    isStopping: () => isStopping,
  })
  return logLines
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'error')
    .map(({ event }) => event)
    .toSorted()
}

test('the work after a start that a stop ends is no error', async () => {
  assert.deepEqual(await errorsWhereClosed(true), [])
})

test('the work after a start that something else ends is one', async () => {
  // PostgreSQL checks its own pages.
  const own = isPostgresLane ? [] : ['check_database_failed']
  assert.deepEqual(await errorsWhereClosed(false), [...own, 'finish_erasures_failed'])
})
